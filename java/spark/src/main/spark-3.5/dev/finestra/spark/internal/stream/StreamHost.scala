package dev.finestra.spark.internal.stream

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.streaming.FlatMapGroupsWithStateExec
import org.apache.spark.sql.execution.streaming.state._
import org.apache.spark.sql.types.StructType

/** Spark's operator of a `flatMapGroupsWithState`. It does not run; [[FinestraStreamExec]] uses its
  * place in the query.
  */
private[stream] final class StreamHost(plan: SparkPlan) extends Serializable {
  private val operator = plan.asInstanceOf[FlatMapGroupsWithStateExec]

  /** The shuffled rows, and their columns. */
  def rows: SparkPlan = operator.child
  def keys: Seq[Attribute] = operator.groupingAttributes
  def values: Seq[Attribute] = operator.dataAttributes

  /** Watermarks in milliseconds: of the micro-batch before, and of this one. */
  def lateWatermark: Long = operator.eventTimeWatermarkForLateEvents.get
  def watermark: Long = operator.eventTimeWatermarkForEviction.get

  /** Whether this is micro-batch 0, in which there is no state yet. */
  def isFirstBatch: Boolean = operator.stateInfo.get.storeVersion == 0

  def metrics: Map[String, SQLMetric] = operator.metrics

  /** Runs a task for each partition, with the partition's state. */
  def run(key: StructType)(
      task: (StateStore, Iterator[InternalRow]) => Iterator[InternalRow]
  ): RDD[InternalRow] =
    rows
      .execute()
      .mapPartitionsWithStateStore[InternalRow](
        operator.stateInfo.get,
        StateTable.key,
        StateTable.value,
        numColsPrefixKey = 0,
        operator.session.sessionState,
        Some(SparkStreams.coordinator(operator.session))
      )(task)

  /** Adds a task's state to the metrics. */
  def report(store: StateStore): Unit = SparkStreams.report(operator, store)
}
