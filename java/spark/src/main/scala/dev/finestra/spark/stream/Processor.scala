package dev.finestra.spark.stream

import java.util.Objects

import dev.finestra.spark.LeftOut
import org.apache.spark.sql.Row
import org.apache.spark.sql.streaming._

/** What the processors of all kinds of windows share: the state of a key is read, given the rows of
  * a micro-batch or the news that the watermark has come, and written back, or removed when nothing
  * is left of it; and one timer for each key, for the next time at which something is due.
  *
  * A combine that throws fails the task, and Spark tries it again from the state before.
  */
private[spark] abstract class Processor(layout: Layout) extends StatefulProcessor[Row, Row, Row] {
  @transient private var headers: ValueState[State.Header] = _
  @transient private var pages: MapState[State.PageKey, State.Page] = _
  @transient protected lazy val trees: Trees = new Trees(layout, pages)

  override def init(outputMode: OutputMode, timeMode: TimeMode): Unit = {
    val none = TTLConfig.NONE
    headers = getHandle.getValueState(State.HeaderName, State.headers, none)
    pages = getHandle.getMapState(State.PagesName, State.pageKeys, State.pages, none)
  }

  /** Takes rows; answers what they make known at once. What is behind the watermark, in
    * microseconds, did not come.
    */
  protected def take(key: Key, arrived: Arrived, watermark: Long): Iterator[Row]

  /** Answers what is final at a watermark, in microseconds, and forgets what is needed no more. */
  protected def fire(key: Key, watermark: Long): Iterator[Row]

  /** When something is final or can be forgotten next, in microseconds. */
  protected def due(key: Key): Long

  override def handleInputRows(
      name: Row,
      rows: Iterator[Row],
      timers: TimerValues
  ): Iterator[Row] = {
    val key = read(name)
    val arrived = Arrived.of(rows, layout)
    val answers = take(key, arrived, Processor.micros(timers.getCurrentWatermarkInMs()))
    key.newest = math.max(key.newest, arrived.times.last)
    finishing(answers)(write(key))
  }

  /** The rows that are not before the newest of an earlier micro-batch; the others are counted. */
  protected final def inOrder(key: Key, arrived: Arrived, late: LeftOut): Arrived = {
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
    if (key.timer == expired.getExpiryTimeInMs()) {
      key.timer = State.Never
    }
    finishing(fire(key, Processor.micros(timers.getCurrentWatermarkInMs())))(write(key))
  }

  private def read(name: Row): Key = {
    val header = headers.get()
    if (header != null) header.check(layout.options)
    trees.attach(if (header == null) Nil else header.windows)
    new Key(name, header)
  }

  private def write(key: Key): Unit = {
    val next = due(key)
    val windows = trees.flush()
    val timer = if (next == State.Never) State.Never else Processor.millis(next)
    if (timer != key.timer) {
      if (key.timer != State.Never) getHandle.deleteTimer(key.timer)
      if (timer != State.Never) getHandle.registerTimer(timer)
      key.timer = timer
    }
    if (next == State.Never && windows.isEmpty) headers.clear()
    else headers.update(key.header(layout.options, windows))
  }

  /** The rows, and when they are all gone, what is to be done then. */
  private def finishing(rows: Iterator[Row])(finish: => Unit): Iterator[Row] = new Iterator[Row] {
    private var isOpen = true
    override def hasNext: Boolean = {
      val more = rows.hasNext
      if (!more && isOpen) {
        isOpen = false
        finish
      }
      more
    }
    override def next(): Row = rows.next()
  }
}

private[spark] object Processor {

  /** The first millisecond that is not before a microsecond. */
  def millis(micros: Long): Long = -Math.floorDiv(-micros, 1000L)

  /** Whether answers are the same, also lists of them: NaN is NaN. */
  def same(a: Any, b: Any): Boolean = (a, b) match {
    case (x: Array[_], y: Array[_])                   => same(x.toSeq, y.toSeq)
    case (x: Row, y: Row)                             => same(x.toSeq, y.toSeq)
    case (x: collection.Seq[_], y: collection.Seq[_]) =>
      x.size == y.size && x.lazyZip(y).forall(same(_, _))
    case _ => Objects.equals(a, b)
  }

  def micros(millis: Long): Long = Math.multiplyExact(millis, 1000L)
}

/** A key that is being worked on, with what its header says. */
private[spark] final class Key(val name: Row, header: State.Header) {
  private val has = header != null
  var timer: Long = if (has) header.timer else State.Never
  var done: Long = if (has) header.done else Long.MinValue
  var newest: Long = if (has) header.newest else Long.MinValue
  var sessions: Seq[State.Session] = if (has) header.sessions else Nil
  var runs: Seq[State.Run] = if (has) header.runs else Nil

  def header(options: String, windows: Seq[State.WindowHeader]): State.Header =
    State.Header(State.Format, options, timer, done, newest, windows, sessions, runs)
}
