package dev.finestra.spark.internal

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}

import dev.finestra.spark.internal.JavaCollections._
import org.apache.commons.lang3.ClassUtils
import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.command.{DescribeQueryCommand, ExplainCommand}

/** Applies [[AlgorithmHint]] to the plans that a parser returns. Spark 3.5 has no rules that run
  * before a query is resolved.
  */
private[spark] final class HintParser(parser: ParserInterface) extends InvocationHandler {
  override def invoke(proxy: AnyRef, method: Method, arguments: Array[AnyRef]): AnyRef = {
    val parsed =
      try method.invoke(parser, Option(arguments).getOrElse(Array.empty[AnyRef]): _*)
      catch { case failed: InvocationTargetException => throw failed.getCause }
    parsed match {
      case plan: LogicalPlan => HintParser.hinted(plan)
      case other             => other
    }
  }
}

private[spark] object HintParser {

  /** A parser with all interfaces of the given one, for extensions that look for their own. */
  def of(parser: ParserInterface): ParserInterface = {
    val interfaces = ClassUtils.getAllInterfaces(parser.getClass).asScala.toArray[Class[_]]
    Proxy
      .newProxyInstance(parser.getClass.getClassLoader, interfaces, new HintParser(parser))
      .asInstanceOf[ParserInterface]
  }

  private def hinted(plan: LogicalPlan): LogicalPlan = plan.transformUpWithSubqueries {
    case hint: UnresolvedHint  => AlgorithmHint(hint)
    case query: UnresolvedWith =>
      query.copy(cteRelations = query.cteRelations.map { case (name, relation) =>
        name -> relation.copy(child = hinted(relation.child))
      })
    // Commands that have a query and no children.
    case explain: ExplainCommand        => explain.copy(logicalPlan = hinted(explain.logicalPlan))
    case describe: DescribeQueryCommand => describe.copy(plan = hinted(describe.plan))
  }
}
