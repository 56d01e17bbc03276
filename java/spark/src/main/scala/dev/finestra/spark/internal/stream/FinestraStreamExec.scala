package dev.finestra.spark.internal.stream

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.streaming.state.StateStore
import org.apache.spark.sql.internal.SQLConf

/** Sliding windows over a stream. The child is Spark's operator for arbitrary state, which does not
  * run: Spark gives it the place of the state, the watermarks and the shuffled rows, and reads the
  * progress of the query from its metrics. This operator uses them directly, on Spark's internal
  * rows.
  */
private[stream] final case class FinestraStreamExec(
    layout: StreamLayout,
    output: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override protected def doExecute(): RDD[InternalRow] = {
    StreamQuery.checkStore(session.sessionState.conf.stateStoreProviderClass)
    val host = StreamOperator.host(child)
    val metrics = host.metrics
    val rows = host.rows
    val (input, keys, values) = (rows.output, host.keys, host.values)
    val history = historyIn(rows).filter(_ => host.isFirstBatch)
    history.foreach(_.isFirstBatch = true)
    val until = history.map(_.until)
    val late = Lateness(
      if (history.isDefined) Long.MinValue else micros(host.lateWatermark),
      metrics("numRowsDroppedByWatermark")
    )
    val now = micros(host.watermark)
    // If Spark does not allow several stateful operators, the watermark for late rows is this
    // micro-batch's, not the earlier one's.
    val since =
      if (conf.getConf(SQLConf.STATEFUL_OPERATOR_ALLOW_MULTIPLE)) late.watermark else Long.MinValue
    if (this.layout.isCombined) {
      rows.collectFirst { case combine: CombineRowsExec => combine }.foreach(_.late = late)
    }
    val (layout, types) = (this.layout, output.map(_.dataType).toArray)
    host.run(layout.keys) { (store: StateStore, rows: Iterator[InternalRow]) =>
      val began = System.nanoTime
      val task = new StreamTask(layout, store, late, now, since, until)
      val results = task.results(rows, input, keys, values)
      val row = UnsafeProjection.create(types)
      val emitted = metrics("numOutputRows")
      def finished: Iterator[InternalRow] = {
        val processed = System.nanoTime
        store.commit()
        metrics("allUpdatesTimeMs") += (processed - began) / 1000000
        metrics("commitTimeMs") += (System.nanoTime - processed) / 1000000
        metrics("numUpdatedStateRows") += task.keys.updated
        metrics("numRemovedStateRows") += task.keys.removed
        host.report(store)
        Iterator.empty
      }
      results.map { result =>
        emitted += 1
        row(result)
      } ++ finished
    }
  }

  /** The history of this operator, not of one before it. */
  private def historyIn(plan: SparkPlan): Option[StartWithHistoryExec] = plan match {
    case history: StartWithHistoryExec => Some(history)
    case _: FinestraStreamExec         => None
    case other                         => other.children.flatMap(historyIn(_)).headOption
  }

  private def micros(millis: Long): Long = Math.multiplyExact(millis, 1000L)

  override protected def withNewChildInternal(newChild: SparkPlan): FinestraStreamExec =
    copy(child = newChild)
}
