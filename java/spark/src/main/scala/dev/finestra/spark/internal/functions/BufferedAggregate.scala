package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate
import org.apache.spark.sql.types.ObjectType

/** An aggregate function of Finestra whose buffer is an object. */
private[spark] abstract class BufferedAggregate[B] extends TypedImperativeAggregate[B] {

  /** How many rows take about as much space as a buffer. */
  def rowsInPlaceOf(buffer: B): Long

  /** The arguments that an update evaluates for every row, whatever the others are. */
  def readOfEachRow: Seq[Expression]

  /** Empties a buffer, so that another group can use it; returns whether it did. */
  protected def clear(buffer: B): Boolean = false

  /** As `initialize`, but uses the buffer again that the row has, if possible. */
  final def initializeAgain(row: InternalRow): Unit = {
    val before = row.get(mutableAggBufferOffset, BufferedAggregate.AnyObject)
    if (before == null || !clear(before.asInstanceOf[B])) initialize(row)
  }

  /** Whether only Spark's own plan can run this call. */
  def needsSparksPlan: Boolean = false
}

private object BufferedAggregate {
  private val AnyObject = ObjectType(classOf[AnyRef])
}
