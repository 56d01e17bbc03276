package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.{FunctionIdentifier, TableIdentifier}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types.{DataType, StructType}

/** Spark's parser, which also applies [[AlgorithmHint]]. Spark 3.5 has no rules that run before a
  * query is resolved.
  */
private[spark] final class HintParser(parser: ParserInterface) extends ParserInterface {
  override def parsePlan(text: String): LogicalPlan = hinted(parser.parsePlan(text))

  override def parseQuery(text: String): LogicalPlan = hinted(parser.parseQuery(text))

  private def hinted(plan: LogicalPlan): LogicalPlan = plan.transformUpWithSubqueries {
    case hint: UnresolvedHint  => AlgorithmHint(hint)
    case query: UnresolvedWith =>
      query.copy(cteRelations = query.cteRelations.map { case (name, relation) =>
        name -> relation.copy(child = hinted(relation.child))
      })
  }

  override def parseExpression(text: String): Expression = parser.parseExpression(text)

  override def parseTableIdentifier(text: String): TableIdentifier =
    parser.parseTableIdentifier(text)

  override def parseFunctionIdentifier(text: String): FunctionIdentifier =
    parser.parseFunctionIdentifier(text)

  override def parseMultipartIdentifier(text: String): Seq[String] =
    parser.parseMultipartIdentifier(text)

  override def parseTableSchema(text: String): StructType = parser.parseTableSchema(text)

  override def parseDataType(text: String): DataType = parser.parseDataType(text)
}
