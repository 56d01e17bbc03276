package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.SparkStreams
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.streaming.operators.stateful.transformwithstate.TransformWithStateExec
import org.apache.spark.sql.execution.streaming.state._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{BinaryType, StructType}

/** Sliding windows over a stream. The child is Spark's `TransformWithState`, which does not run:
  * Spark gives it the place of the state, the watermarks and the shuffled rows, and reads the
  * progress of the query from its metrics. This operator uses them directly, on Spark's internal
  * rows.
  *
  * @param places
  *   the places of the output's columns among all columns of a result
  */
private[stream] final case class FinestraStreamExec(
    layout: StreamLayout,
    output: Seq[Attribute],
    places: Seq[BoundReference],
    child: SparkPlan
) extends UnaryExecNode {
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override protected def doExecute(): RDD[InternalRow] = {
    val operator = child.asInstanceOf[TransformWithStateExec]
    val metrics = operator.metrics
    val rows = operator.child
    val (input, keys, values) = (rows.output, operator.groupingAttributes, operator.dataAttributes)
    val late = Lateness(
      micros(operator.eventTimeWatermarkForLateEvents),
      metrics("numRowsDroppedByWatermark")
    )
    val now = micros(operator.eventTimeWatermarkForEviction)
    // If Spark does not allow several stateful operators, the watermark for late rows is this
    // micro-batch's, not the earlier one's.
    val since =
      if (conf.getConf(SQLConf.STATEFUL_OPERATOR_ALLOW_MULTIPLE)) late.watermark else Long.MinValue
    if (this.layout.isCombined) {
      rows.collectFirst { case combine: CombineRowsExec => combine }.foreach(_.late = late)
    }
    val (layout, places) = (this.layout, this.places)
    rows
      .execute()
      .mapPartitionsWithStateStore[InternalRow](
        operator.getStateInfo,
        layout.keys,
        new StructType().add("value", BinaryType),
        NoPrefixKeyStateEncoderSpec(layout.keys),
        session.sessionState,
        Some(SparkStreams.coordinator(session)),
        useColumnFamilies = true
      ) { (store: StateStore, rows: Iterator[InternalRow]) =>
        val began = System.nanoTime
        val task = new StreamTask(layout, store, late, now, since)
        val results = task.results(rows, input, keys, values)
        val row = UnsafeProjection.create(places)
        val emitted = metrics("numOutputRows")
        def finished: Iterator[InternalRow] = {
          val processed = System.nanoTime
          store.commit()
          metrics("allUpdatesTimeMs") += (processed - began) / 1000000
          metrics("commitTimeMs") += (System.nanoTime - processed) / 1000000
          metrics("numUpdatedStateRows") += task.keys.updated
          metrics("numRemovedStateRows") += task.keys.removed
          SparkStreams.report(operator, store)
          Iterator.empty
        }
        results.map { result =>
          emitted += 1
          row(result)
        } ++ finished
      }
  }

  private def micros(millis: Option[Long]): Long = Math.multiplyExact(millis.get, 1000L)

  override protected def withNewChildInternal(newChild: SparkPlan): FinestraStreamExec =
    copy(child = newChild)
}
