package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.stream.processor.{ChangesProcessor, KeyProcessor}
import dev.finestra.aggregation.Aggregation
import dev.finestra.windowing.WindowResult
import dev.finestra.windowing.internal.columns.MissingRows
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
  * @param until
  *   the end of the [[StreamHistory]] whose rows this micro-batch has, if any
  */
private[stream] final class StreamTask(
    val layout: StreamLayout,
    state: StateStore,
    late: Lateness,
    now: Long,
    dueSince: Long,
    val until: Option[Long]
) {

  /** The watermark at which results are due. With a history, the time just before its end. */
  val watermark: Long = until.fold(now)(_ - 1)

  val aggregation: Aggregation[WindowResult] = layout.aggregation
  private val headers = StateTable.headers(state, layout.keys)
  private val dueKeys =
    if (layout.isOnGrid) new KeysDueOnGrid(headers, layout, dueSince)
    else new KeysByTime(state, layout.keys)
  val keys = new KeyStore(state, headers, layout, aggregation, dueKeys)
  private val format = new StoredFormat(state, layout)
  format.convert(headers, keys)
  lazy val pending = new PendingRows(state, layout)
  private val processor = KeyProcessor.of(this)

  /** Results of a changed query that lack rows. A history is read only as far back as its last
    * windows need, so its end counts as a watermark.
    */
  val missing: MissingRows = {
    val watermark = layout.until.fold(late.watermark)(end => math.max(late.watermark, end - 1))
    format.update(watermark, newest)
  }

  processor match {
    case changes: ChangesProcessor =>
      format.change(headers, changes)
      changes.start(missing)
    case _ =>
  }

  private def newest: Long =
    headers
      .firstWhile(_ => true)
      .map(pair => processor.newest(pair.key.copy(), pair.value.copy()))
      .foldLeft(Long.MinValue)(math.max)

  /** The watermark of the micro-batch before. */
  def lateWatermark: Long = if (until.isEmpty) late.watermark else watermark

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
      if (until.isEmpty) arrived ++ due
      else {
        // All results are before the end of the history. No other key has state, so none is due.
        arrived.foreach(_ => ())
        Iterator.empty
      }
    emitted.map { values =>
      val own = new GenericInternalRow(values)
      if (layout.repeatsRows) own else named(keys.key, own)
    }
  }
}
