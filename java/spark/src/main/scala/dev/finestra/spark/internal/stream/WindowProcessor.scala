package dev.finestra.spark.internal.stream

import scala.collection.mutable

import dev.finestra.windowing._
import dev.finestra.windowing.internal.logic._
import org.apache.spark.sql.Row

/** Windows with a start and an end, by the logic of the windowing module, which Flink uses too.
  * This class is its host on Spark: a micro-batch is one bulk insert, and Spark pulls the results
  * row by row.
  *
  * For the logic, a window is due when its last time, end − 1, has passed; for Spark, when the
  * watermark reaches its end. The time that has passed is therefore the watermark − 1.
  */
private[stream] abstract class WindowProcessor(layout: StreamLayout)
    extends KeyProcessor(layout)
    with ResultOutput {
  @transient private lazy val emitted = mutable.Queue.empty[Row]
  @transient private var key: CurrentKey = _
  private var next = KeyHeader.NEVER

  protected def logic: WindowLogic

  /** Gives the rows of a micro-batch to the logic.
    *
    * @param passed
    *   the time that has passed at the watermark of this micro-batch
    */
  protected def accept(key: CurrentKey, arrived: ArrivedRows, passed: Long): Unit

  override protected final def take(
      key: CurrentKey,
      arrived: ArrivedRows,
      watermark: Long
  ): Iterator[Row] = {
    attach(key)
    accept(key, arrived, passed(watermark))
    emitted.removeAll().iterator
  }

  override protected final def fire(key: CurrentKey, watermark: Long): Iterator[Row] = {
    attach(key)
    key.header.emittedUpTo(passed(watermark))
    Iterator
      .continually {
        if (emitted.isEmpty) logic.fire(passed(watermark), 1)
        emitted
      }
      .takeWhile(_.nonEmpty)
      .map(_.dequeue())
  }

  override protected final def due(key: CurrentKey): Long = next

  private def attach(key: CurrentKey): Unit = {
    this.key = key
    logic.attach(windows, key.header)
  }

  private def passed(watermark: Long): Long =
    math.max(KeyHeader.NOTHING_PASSED, WindowGrid.minus(watermark, 1))

  override def emit(
      start: Long,
      end: Long,
      result: WindowResult,
      change: Change,
      timestamp: Long
  ): Unit =
    // In update mode a new result replaces the one before without a retraction.
    if (change != Change.UPDATE_BEFORE) {
      val answers = result.value.asInstanceOf[Array[Any]]
      emitted += Row.fromSeq(key.name.toSeq ++ Seq(start, end) ++ answers)
    }

  protected def timer: LogicTimer = time => next = WindowGrid.plus(time, 1)
}

private[stream] object WindowProcessor {

  /** Windows whose results are emitted once. Spark drops late rows itself. */
  def request(kind: WindowKind, layout: StreamLayout): WindowRequest =
    new WindowRequest(kind, NamedSizes.NONE, 0, Emit.ON_WATERMARK, layout.algorithm, 0)
}
