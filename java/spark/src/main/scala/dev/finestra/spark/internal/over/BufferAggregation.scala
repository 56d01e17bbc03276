package dev.finestra.spark.internal.over

import java.io.{DataInput, DataOutput}
import java.util.{Set => JSet}

import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.aggregation.ObjectAggregation
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow

/** Spark's functions as an aggregation over buffers that are objects, from which the results are
  * evaluated.
  */
private[over] abstract class BufferAggregation[B <: AnyRef](
    override val name: String,
    override val properties: JSet[Property]
) extends ObjectAggregation[B, B]
    with EvaluatedBuffer[B] {
  override final def input: ValueType = ValueType.LONG
  override final def empty: B = null.asInstanceOf[B]
  override final def lower(buffer: B): B = buffer
  override final def write(buffer: B, out: DataOutput): Unit = noSnapshot()
  override final def read(in: DataInput): B = noSnapshot()

  private def noSnapshot(): Nothing =
    throw new UnsupportedOperationException(
      s"A window of $name has no snapshot; it lives no longer than its task."
    )
}

/** Buffers that are rows of objects: strings, large decimals, sketches, a user's own. A single
  * object needs no row: [[SingleObjectAggregation]].
  */
private[spark] final class RowObjectAggregation(
    name: String,
    properties: JSet[Property],
    buffers: AggregateBuffers
) extends BufferAggregation[InternalRow](name, properties) {
  private val types = buffers.types.toArray
  private val isTyped = buffers.typed.size == types.length

  private def fresh(): InternalRow = new GenericInternalRow(types.length)

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

  /** A copy that a merge may change. Spark's own copy shares byte arrays with the original. */
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

  override def writeResults(buffer: InternalRow): Unit = buffers.writeResults(buffer)
}

/** A single function of Spark whose buffer is an object: an `Aggregator`, a sketch, a collection.
  */
private[spark] final class SingleObjectAggregation(
    name: String,
    properties: JSet[Property],
    buffers: AggregateBuffers
) extends BufferAggregation[AnyRef](name, properties) {
  private val function = buffers.alone.get

  override def identity: AnyRef = function.createAggregationBuffer()
  override def lift(row: AnyRef): AnyRef = buffers.lifted(row.asInstanceOf[InternalRow])

  override def combine(older: AnyRef, newer: AnyRef): AnyRef =
    ObjectMerge.merged(function, older, newer)

  override def writeResults(buffer: AnyRef): Unit = buffers.writeResultOf(buffer)
}
