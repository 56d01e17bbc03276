package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.stream.processor.KeyProcessor
import dev.finestra.aggregation.Aggregation
import dev.finestra.windowing.WindowResult
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.GroupedIterator
import org.apache.spark.sql.execution.streaming.state.StateStore

/** The windows of one partition in one micro-batch. Watermarks are in microseconds.
  *
  * @param late
  *   decides which rows are late, unless those were dropped before the shuffle
  * @param now
  *   the watermark of this micro-batch
  * @param dueSince
  *   the watermark up to which all results were emitted
  * @param historyUntil
  *   if this micro-batch has the rows of a [[History]], the time that is later than all of them
  */
private[stream] final class StreamTask(
    val layout: StreamLayout,
    state: StateStore,
    late: Lateness,
    now: Long,
    dueSince: Long,
    historyUntil: Option[Long]
) {

  /** The watermark at which results are due. That of a history has passed all its rows. */
  val watermark: Long = historyUntil.fold(now)(until => math.max(now, until - 1))

  /** Rows before this time have no results of their own. */
  val firstResult: Long = historyUntil.getOrElse(Long.MinValue)

  val aggregation: Aggregation[WindowResult] = layout.aggregation
  private val headers = StateTable.headers(state, layout.keys)
  private val dueKeys =
    if (layout.isOnGrid) new KeysDueOnGrid(headers, layout, dueSince)
    else new KeysByTime(state, layout.keys)
  val keys = new KeyStore(state, headers, layout, aggregation, dueKeys)
  lazy val pending = new PendingRows(state, layout)
  keys.check(StateTable.optionsOf(layout))
  private val processor = KeyProcessor.of(this)

  /** The watermark of the micro-batch before. */
  def lateWatermark: Long = late.watermark

  /** The results of the rows' keys, then those of the keys that are due. Each row has the key's
    * columns, unless results repeat the input row. A row may be overwritten when the next is read.
    *
    * @param key
    *   the columns of the key in an input row; rows are sorted by them
    * @param values
    *   the columns of the layout
    */
  def results(
      rows: Iterator[InternalRow],
      input: Seq[Attribute],
      key: Seq[Attribute],
      values: Seq[Attribute]
  ): Iterator[InternalRow] = {
    val value = UnsafeProjection.create(values, input)
    val fresh =
      if (layout.isCombined) rows else rows.filterNot(row => late.drops(layout.time(value(row))))
    val arrived = GroupedIterator(fresh, key, input).flatMap { case (key, rows) =>
      processor.take(key.asInstanceOf[UnsafeRow], ArrivedRows.of(rows.map(value), layout))
    }
    def due = dueKeys.upTo(watermark).flatMap { case (key, header) => processor.fire(key, header) }
    val named = new JoinedRow
    val emitted =
      if (historyUntil.isEmpty) arrived ++ due
      else {
        // All results are before the first one. Each key has rows here, so no other key is due.
        arrived.foreach(_ => ())
        Iterator.empty
      }
    emitted.map { values =>
      val own = new GenericInternalRow(values)
      if (layout.isPerRow) own else named(keys.key, own)
    }
  }
}
