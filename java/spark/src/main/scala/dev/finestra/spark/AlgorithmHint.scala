package dev.finestra.spark

import dev.finestra.spark.over.Merging
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

/** The hint `finestra('b_fiba8')` of a `SELECT`: names the algorithm of its plain `OVER` and of its
  * sliding windows, those of subqueries in its `FROM` included that have no hint of their own.
  *
  * The hint is gone once it is read; what stays is a tag on the windows, which the analyzer and the
  * optimizer keep while they rewrite them.
  */
private[spark] object AlgorithmHint extends Rule[LogicalPlan] {
  private val Name = "finestra"
  private val algorithm = TreeNodeTag[String]("finestra.algorithm")

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperatorsUp {
    case UnresolvedHint(name, parameters, child) if name.equalsIgnoreCase(Name) =>
      if (child.resolved) {
        refuse(
          "the hint finestra belongs into the SELECT of a SQL text; for a DataFrame set " +
            "spark.finestra.algorithm"
        )
      }
      mark(child, named(parameters))
      child
  }

  /** The algorithm that a hint has named for a window, if one has. */
  def of(window: WindowExpression): Option[String] = {
    val spec = window.windowSpec
    Seq[TreeNode[_]](window, spec, spec.frameSpecification)
      .flatMap(_.getTagValue(algorithm))
      .headOption
  }

  /** The same for the column of a sliding window. */
  def of(window: Attribute): Option[String] = window.getTagValue(algorithm)

  private def named(parameters: Seq[Expression]): String = {
    val name = parameters match {
      case Seq(Literal(text, _: StringType)) => s"$text"
      case Seq(UnresolvedAttribute(parts))   => parts.mkString(".")
      case _                                 =>
        val those = parameters.map(_.sql).mkString(", ")
        refuse(s"the hint finestra takes one algorithm, as finestra('b_fiba8'), not ($those)")
    }
    Merging.algorithm(name)
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

  /** A subquery's own hint is read before those around it, and stays. */
  private def tag(node: TreeNode[_], name: String): Unit =
    if (node.getTagValue(algorithm).isEmpty) node.setTagValue(algorithm, name)

  private def refuse(sentence: String): Nothing = throw new IllegalArgumentException(sentence)
}
