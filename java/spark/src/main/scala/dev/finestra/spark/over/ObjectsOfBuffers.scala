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
private[spark] final class ObjectsOfBuffers(override val name: String, buffers: Buffers)
    extends ObjectAggregation[InternalRow, AnyRef] {
  private val types = buffers.types.toArray
  private val functions = buffers.typed.map(_._1).toArray
  private val places = buffers.typed.map(_._2).toArray
  private val isTyped = places.length == types.length

  private def fresh(): InternalRow = new GenericInternalRow(types.length)

  override def input: ValueType = ValueType.LONG
  override def properties: JSet[Property] = JSet.of()
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
    val both = if (isTyped) new GenericInternalRow(types.length) else older.copy()
    var i = 0
    while (i < places.length) {
      val own = older.asInstanceOf[GenericInternalRow].values(places(i)).asInstanceOf[AnyRef]
      both.update(places(i), OwnObject.of(functions(i), own))
      i += 1
    }
    buffers.merge(both, newer, both)
    both
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
