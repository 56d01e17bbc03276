package dev.finestra.spark.internal.query

import java.util.{Map => JMap}

import com.fasterxml.jackson.databind.ObjectMapper
import dev.finestra.spark.internal.{classic, SparkDatasets}
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedHint}
import org.apache.spark.sql.catalyst.rules.Rule

/** Replaces the hint `finestra_sliding`, whose parameter is the options of `sliding` as JSON, by
  * the windows over the hint's child.
  *
  * A client of Spark Connect reaches no JVM, but its `DataFrame.hint` reaches the server's
  * analyzer. This is how `sliding` of Python works there.
  *
  * @param sliding
  *   the windows of a DataFrame, by options
  */
private[spark] final class ResolveSliding(
    session: SparkSession,
    sliding: (DataFrame, JMap[String, _]) => DataFrame
) extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperatorsUp {
    case UnresolvedHint("finestra_sliding", Seq(parameter), child) if child.resolved =>
      val json = parameter match {
        case Literal(text, _)         => text
        case UnresolvedAttribute(all) => all.mkString // Spark 3.5, for a client of Connect
        case text                     => text // Spark 3.5, for a session in this JVM
      }
      val df = SparkDatasets.dataFrame(session.asInstanceOf[classic.SparkSession], child)
      val options = new ObjectMapper().readValue(s"$json", classOf[JMap[String, Object]])
      sliding(df, options).asInstanceOf[classic.DataFrame].queryExecution.analyzed
  }
}
