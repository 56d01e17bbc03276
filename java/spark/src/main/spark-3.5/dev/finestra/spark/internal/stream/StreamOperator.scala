package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.{classic, SparkDatasets}
import org.apache.spark.sql.{Encoders, Row}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{FlatMapGroupsWithState, LogicalPlan}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.streaming.{GroupStateTimeout, OutputMode}
import org.apache.spark.sql.types.StructType

/** Spark's operator for arbitrary state, whose place in a query Finestra's takes: in Spark 3.5
  * `flatMapGroupsWithState`.
  */
private[stream] object StreamOperator {
  def of(
      df: classic.DataFrame,
      keys: Seq[Attribute],
      values: Seq[Attribute],
      layout: StreamLayout,
      result: StructType
  ): LogicalPlan = {
    val (key, value) = (Encoders.row(layout.keys), Encoders.row(layout.shuffled))
    val plan = FlatMapGroupsWithState[Row, Row, Row, Row](
      new StreamDeclaration(layout),
      keys,
      values,
      mode(layout),
      isMapGroupsWithState = false,
      GroupStateTimeout.EventTimeTimeout,
      df.queryExecution.analyzed
    )(key, value, Encoders.row(StreamState.entry), Encoders.row(result))
    SparkDatasets.dataFrame(df.sparkSession, plan).queryExecution.analyzed
  }

  /** For results that change, a mode that Spark accepts in each query. [[CheckOutputMode]] checks
    * them, and says what to do.
    */
  private def mode(layout: StreamLayout): OutputMode =
    if (layout.kind.isUpdating) OutputMode.Complete() else OutputMode.Append()

  def host(plan: SparkPlan): StreamHost = new StreamHost(plan)
}
