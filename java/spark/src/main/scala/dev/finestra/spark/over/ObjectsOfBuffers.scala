package dev.finestra.spark.over

import java.io.{DataInput, DataOutput}
import java.util.{Set => JSet}

import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.aggregation.ObjectAggregation
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow

/** Spark's functions as an aggregation over objects: for buffers with strings, large decimals,
  * sketches, or a user's own, side by side. One that is alone is an [[ObjectOfBuffer]].
  */
private[spark] final class ObjectsOfBuffers(
    override val name: String,
    override val properties: JSet[Property],
    buffers: Buffers
) extends ObjectAggregation[InternalRow, AnyRef] {
  private val types = buffers.types.toArray
  private val isTyped = buffers.typed.size == types.length

  private def fresh(): InternalRow = new GenericInternalRow(types.length)

  override def input: ValueType = ValueType.LONG
  override def empty: AnyRef = null

  override def identity: InternalRow = {
    val buffer = fresh()
    buffers.initialize(buffer)
    buffer
  }

  override def lift(row: AnyRef): InternalRow = {
    val buffer = identity
    buffers.lift(buffer, row.asInstanceOf[InternalRow])
    buffer
  }

  override def combine(older: InternalRow, newer: InternalRow): InternalRow = {
    val both = if (isTyped) fresh() else own(older)
    buffers.merge(older, newer, both)
    both
  }

  /** A copy that a merge may change: Spark's shares arrays of bytes. */
  private def own(buffer: InternalRow): InternalRow = {
    val own = buffer.copy()
    val values = own.asInstanceOf[GenericInternalRow].values
    var i = 0
    while (i < values.length) {
      values(i) match {
        case bytes: Array[Byte] => values(i) = bytes.clone()
        case _                  =>
      }
      i += 1
    }
    own
  }

  /** Writes the answers where the frame wants them. */
  override def lower(buffer: InternalRow): AnyRef = {
    buffers.answer(buffer)
    null
  }

  override def write(buffer: InternalRow, out: DataOutput): Unit = noSnapshot()
  override def read(in: DataInput): InternalRow = noSnapshot()

  private def noSnapshot(): Nothing =
    throw new UnsupportedOperationException(s"a window of $name lives as long as a task")
}
