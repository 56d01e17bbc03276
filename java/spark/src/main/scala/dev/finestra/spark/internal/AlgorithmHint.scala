package dev.finestra.spark.internal

import org.apache.spark.sql.catalyst.analysis.{UnresolvedAttribute, UnresolvedFunction}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{
  LogicalPlan,
  UnresolvedHint,
  WithWindowDefinition
}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.{TreeNode, TreeNodeTag}
import org.apache.spark.sql.types.StringType

/** The hint `finestra('b_fiba8')` of a `SELECT`. It names the algorithm of the query's plain `OVER`
  * and sliding windows, also in those subqueries of its `FROM` that have no hint of their own.
  *
  * This rule replaces the hint by a tag on the windows, which the analyzer and the optimizer keep
  * while they rewrite them.
  */
private[spark] object AlgorithmHint extends Rule[LogicalPlan] {
  private val Name = "finestra"
  private val algorithm = TreeNodeTag[String]("finestra.algorithm")

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperatorsUp {
    case UnresolvedHint(name, parameters, child) if name.equalsIgnoreCase(Name) =>
      if (child.resolved) {
        refuse(
          "The hint finestra works in the SELECT of a SQL text only; for a DataFrame set " +
            "spark.finestra.algorithm."
        )
      }
      mark(child, named(parameters))
      child
  }

  /** The algorithm that a hint names for a window. */
  def of(window: WindowExpression): Option[String] = {
    val spec = window.windowSpec
    Seq[TreeNode[_]](window, spec, spec.frameSpecification)
      .flatMap(_.getTagValue(algorithm))
      .headOption
  }

  /** The algorithm that a hint names for the column of a sliding window. */
  def of(window: Attribute): Option[String] = window.getTagValue(algorithm)

  private def named(parameters: Seq[Any]): String = {
    val name = parameters match {
      case Seq(Literal(text, _: StringType)) => s"$text"
      case Seq(UnresolvedAttribute(parts))   => parts.mkString(".")
      case _                                 =>
        val those = parameters.collect { case e: Expression => e.sql }.mkString(", ")
        refuse(s"The hint finestra takes one algorithm, such as finestra('b_fiba8'), not ($those).")
    }
    ExactAlgorithms.merging(name)
  }

  private def mark(plan: LogicalPlan, name: String): Unit = plan.foreach { node =>
    val defined = node match {
      case named: WithWindowDefinition => named.windowDefinitions.values
      case _                           => Nil
    }
    (node.expressions ++ defined).foreach(_.foreach {
      case e @ (_: WindowExpression | _: WindowSpecDefinition | _: SpecifiedWindowFrame) =>
        tag(e, name)
      case f: UnresolvedFunction if f.nameParts.last.equalsIgnoreCase("window") =>
        tag(f, name)
      case _ =>
    })
  }

  /** Keeps an earlier tag: the hint of a subquery is read before the hints around it. */
  private def tag(node: TreeNode[_], name: String): Unit =
    if (node.getTagValue(algorithm).isEmpty) node.setTagValue(algorithm, name)

  private def refuse(sentence: String): Nothing = throw new IllegalArgumentException(sentence)
}
