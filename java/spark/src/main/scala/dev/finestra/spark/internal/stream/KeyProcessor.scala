package dev.finestra.spark.internal.stream

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream}
import java.util.Objects

import dev.finestra.spark.internal.DroppedRows
import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming._

/** The base of the processors of all kinds of windows. It reads a key's state, hands over the rows
  * of a micro-batch or the watermark, and writes the state back, or removes it if nothing is left.
  * A key has one timer, for the next time when a result is due or state can go.
  *
  * If a combine throws, the task fails, and Spark runs it again from the state before.
  */
private[spark] abstract class KeyProcessor(layout: StreamLayout)
    extends StatefulProcessor[Row, Row, Row] {
  @transient private var headers: ValueState[StreamState.Header] = _
  @transient private var pages: MapState[StreamState.PageKey, StreamState.Page] = _
  @transient protected lazy val windows = new AggregateWindows(layout, pages)

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    val none = TTLConfig.NONE
    headers = getHandle.getValueState(StreamState.HeaderName, StreamState.headers, none)
    pages =
      getHandle.getMapState(StreamState.PagesName, StreamState.pageKeys, StreamState.pages, none)
  }

  /** Accepts the rows of a micro-batch; returns results that are known at once. Spark has already
    * dropped rows behind the watermark, which is in microseconds.
    */
  protected def take(key: CurrentKey, arrived: ArrivedRows, watermark: Long): Iterator[Row]

  /** Returns the results that are due at a watermark, in microseconds, and evicts old rows. */
  protected def fire(key: CurrentKey, watermark: Long): Iterator[Row]

  /** When the next result is due or rows can be evicted, in microseconds. */
  protected def due(key: CurrentKey): Long

  override def handleInputRows(
      name: Row,
      rows: Iterator[Row],
      timers: TimerValues
  ): Iterator[Row] = {
    val key = read(name)
    val arrived = ArrivedRows.of(rows, layout)
    val answers = take(key, arrived, KeyProcessor.micros(timers.getCurrentWatermarkInMs()))
    key.newest = math.max(key.newest, arrived.times.last)
    finishing(answers)(write(key))
  }

  /** The rows that are not before the newest row of earlier micro-batches; others are counted. */
  protected final def inOrder(
      key: CurrentKey,
      arrived: ArrivedRows,
      late: DroppedRows
  ): ArrivedRows = {
    val dropped = arrived.before(key.newest)
    late.add(dropped)
    arrived.drop(dropped)
  }

  override def handleExpiredTimer(
      name: Row,
      timers: TimerValues,
      expired: ExpiredTimerInfo
  ): Iterator[Row] = {
    val key = read(name)
    if (key.header.timer == expired.getExpiryTimeInMs()) {
      key.header.timer = KeyHeader.NEVER
    }
    finishing(fire(key, KeyProcessor.micros(timers.getCurrentWatermarkInMs())))(write(key))
  }

  private def read(name: Row): CurrentKey = {
    val header = headers.get()
    if (header != null) header.check(layout.options)
    windows.attach(if (header == null) Nil else header.windows)
    new CurrentKey(name, header)
  }

  private def write(key: CurrentKey): Unit = {
    val next = due(key)
    val stored = windows.flush()
    val timer = if (next == KeyHeader.NEVER) KeyHeader.NEVER else KeyProcessor.millis(next)
    val before = key.header.timer
    if (timer != before) {
      if (before != KeyHeader.NEVER) getHandle.deleteTimer(before)
      if (timer != KeyHeader.NEVER) getHandle.registerTimer(timer)
      key.header.timer = timer
    }
    if (next == KeyHeader.NEVER && stored.isEmpty) headers.clear()
    else headers.update(key.stored(layout.options, stored))
  }

  /** The rows; after the last of them, `finish` runs. */
  protected final def finishing(rows: Iterator[Row])(finish: => Unit): Iterator[Row] =
    rows ++ {
      finish
      Iterator.empty
    }
}

private[spark] object KeyProcessor {

  /** The first millisecond that is not before a microsecond. */
  def millis(micros: Long): Long = -Math.floorDiv(-micros, 1000L)

  /** Whether results are equal, also lists of them; NaN equals NaN. */
  def same(a: Any, b: Any): Boolean = (a, b) match {
    case (x: Array[_], y: Array[_])                   => same(x.toSeq, y.toSeq)
    case (x: Row, y: Row)                             => same(x.toSeq, y.toSeq)
    case (x: collection.Seq[_], y: collection.Seq[_]) =>
      x.size == y.size && x.lazyZip(y).forall(same(_, _))
    case _ => Objects.equals(a, b)
  }

  def micros(millis: Long): Long = Math.multiplyExact(millis, 1000L)
}

/** The key that is being processed, and its state apart from its windows. */
private[spark] final class CurrentKey(val name: Row, stored: StreamState.Header) {

  /** The windowing module's header of the key. Its timer is in milliseconds here. */
  val header: KeyHeader =
    if (stored == null) new KeyHeader
    else KeyHeader.read(new DataInputStream(new ByteArrayInputStream(stored.key)))

  var newest: Long = if (stored == null) Long.MinValue else stored.newest
  var runs: Seq[StreamState.Run] = if (stored == null) Nil else stored.runs

  def stored(options: String, windows: Seq[StreamState.WindowHeader]): StreamState.Header = {
    val bytes = new ByteArrayOutputStream
    header.write(new DataOutputStream(bytes))
    StreamState.Header(StreamState.Format, options, bytes.toByteArray, newest, windows, runs)
  }
}
