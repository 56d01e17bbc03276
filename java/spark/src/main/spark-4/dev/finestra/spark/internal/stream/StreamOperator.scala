package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.classic
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.Encoders
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.streaming.{OutputMode, TimeMode}
import org.apache.spark.sql.types.StructType

/** Spark's operator for arbitrary state, whose place in a query Finestra's takes: in Spark 4
  * `transformWithState`, with the state that [[StreamDeclaration]] declares.
  */
private[stream] object StreamOperator {
  def of(
      df: classic.DataFrame,
      keys: Seq[Attribute],
      values: Seq[Attribute],
      layout: StreamLayout,
      result: StructType
  ): LogicalPlan = GroupedDatasets
    .grouped(df, Encoders.row(layout.keys), keys, Encoders.row(layout.shuffled), values)
    .transformWithState(new StreamDeclaration(layout), TimeMode.EventTime(), mode(layout))(
      Encoders.row(result)
    )
    .queryExecution
    .analyzed

  private def mode(layout: StreamLayout): OutputMode =
    if (layout.kind.isUpdating) OutputMode.Update() else OutputMode.Append()

  /** Spark 4.0 has other classes. */
  def host(plan: SparkPlan): StreamHost =
    if (SPARK_VERSION.startsWith("4.0.")) new StreamHost40(plan) else new StreamHost41(plan)
}
