package dev.finestra.spark.internal.stream

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.streaming.operators.stateful.transformwithstate.TransformWithStateExec
import org.apache.spark.sql.execution.streaming.state._
import org.apache.spark.sql.types.StructType

/** The operator of Spark 4.1 and later. */
private[stream] final class StreamHost41(plan: SparkPlan) extends StreamHost {
  private val operator = plan.asInstanceOf[TransformWithStateExec]

  override def rows: SparkPlan = operator.child
  override def keys: Seq[Attribute] = operator.groupingAttributes
  override def values: Seq[Attribute] = operator.dataAttributes
  override def lateWatermark: Long = operator.eventTimeWatermarkForLateEvents.get
  override def watermark: Long = operator.eventTimeWatermarkForEviction.get
  override def isFirstBatch: Boolean = operator.getStateInfo.storeVersion == 0
  override def metrics: Map[String, SQLMetric] = operator.metrics

  override def run(key: StructType)(
      task: (StateStore, Iterator[InternalRow]) => Iterator[InternalRow]
  ): RDD[InternalRow] =
    rows
      .execute()
      .mapPartitionsWithStateStore[InternalRow](
        operator.getStateInfo,
        key,
        StreamHost.value,
        NoPrefixKeyStateEncoderSpec(key),
        operator.session.sessionState,
        Some(SparkStreams41.coordinator(operator.session)),
        useColumnFamilies = true
      )(task)

  override def report(store: StateStore): Unit = SparkStreams41.report(operator, store)
}
