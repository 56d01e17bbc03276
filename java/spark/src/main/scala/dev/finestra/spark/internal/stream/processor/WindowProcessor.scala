package dev.finestra.spark.internal.stream
package processor

import java.util.ArrayDeque

import scala.collection.AbstractIterator
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.windowing._
import dev.finestra.windowing.internal.logic._
import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** Windows with a start and an end, by the logic of the windowing module, which Flink uses too.
  * This class is its host on Spark: a micro-batch is one bulk insert, and Spark pulls the results
  * row by row.
  *
  * For the logic, a window is due when its last time, end − 1, has passed; for Spark, when the
  * watermark reaches its end. The time that has passed is therefore the watermark − 1, unless
  * windows contain their end.
  */
private[stream] abstract class WindowProcessor(task: StreamTask)
    extends KeyProcessor(task)
    with ResultOutput {
  private val emitted = new ArrayDeque[Array[Any]]
  private var next = KeyHeader.NEVER

  protected def logic: WindowLogic

  /** Gives the rows of a micro-batch to the logic. */
  protected def accept(arrived: ArrivedRows): Unit

  /** The time that has passed at a watermark. */
  protected final def passed(watermark: Long): Long =
    math.max(
      KeyHeader.NOTHING_PASSED,
      if (containsEnd) watermark else WindowGrid.minus(watermark, 1)
    )

  /** The most results that one call of the logic emits. */
  protected def mostAtOnce: Int = 1

  /** Whether a window contains its end. Then all times up to a watermark have passed, otherwise
    * those before it.
    */
  protected def containsEnd: Boolean = false

  override protected def move(key: UnsafeRow, header: UnsafeRow): Unit = {
    super.move(key, header)
    logic.attach(window, window.header)
  }

  override protected final def take(arrived: ArrivedRows): Iterator[Array[Any]] = {
    accept(arrived)
    if (emitted.isEmpty) Iterator.empty else new Emitted(isFiring = false)
  }

  override protected final def fire(): Iterator[Array[Any]] = new Emitted(isFiring = true)

  /** The results that were emitted; if the watermark fires, one after the other. In the micro-batch
    * of a history all are computed in one call, because each call visits all sessions of the key.
    */
  private final class Emitted(isFiring: Boolean) extends AbstractIterator[Array[Any]] {
    private val most = if (task.until.isEmpty) mostAtOnce else Int.MaxValue

    override def hasNext: Boolean = {
      if (emitted.isEmpty && isFiring) logic.fire(passed(task.watermark), most)
      !emitted.isEmpty
    }

    override def next(): Array[Any] = emitted.remove()
  }

  override protected final def due: Long = next

  override def emit(
      start: Long,
      end: Long,
      result: WindowResult,
      change: Change,
      timestamp: Long
  ): Unit =
    // In update mode a new result replaces the one before without a retraction.
    if (change != Change.UPDATE_BEFORE) {
      val values = result.value.asInstanceOf[Array[Object]]
      emitted.add(answers(Array[Any](start, end), start, end, result.rows, values))
    }

  protected final val timer: LogicTimer = time =>
    next = if (containsEnd) time else WindowGrid.plus(time, 1)

  /** The request of these windows for the logic. The lateness is 0, because late rows are dropped
    * before they get here. `SlidingLogic.update` ignores the emission mode.
    */
  protected final def request(kind: WindowKind): WindowRequest =
    new WindowRequest(kind, sizes, 0, Emit.ON_WATERMARK, layout.algorithm, 0)

  private def sizes: NamedSizes =
    if (layout.sizes.size == 1) NamedSizes.NONE
    else new NamedSizes(layout.sizes.map(_.toString).asJava, layout.sizes.map(Long.box).asJava)
}
