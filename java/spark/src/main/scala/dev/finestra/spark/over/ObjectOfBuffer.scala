package dev.finestra.spark.over

import java.io.{DataInput, DataOutput}
import java.util.{Set => JSet}

import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.aggregation.ObjectAggregation
import org.apache.spark.sql.catalyst.InternalRow

/** One function of Spark as an aggregation over its own objects, with no row around them: an
  * `Aggregator`, a sketch, a collection.
  */
private[spark] final class ObjectOfBuffer(
    override val name: String,
    override val properties: JSet[Property],
    buffers: Buffers
) extends ObjectAggregation[AnyRef, AnyRef] {
  private val function = buffers.alone.get

  override def input: ValueType = ValueType.LONG
  override def empty: AnyRef = null
  override def identity: AnyRef = function.createAggregationBuffer()
  override def lift(row: AnyRef): AnyRef = buffers.lifted(row.asInstanceOf[InternalRow])

  override def combine(older: AnyRef, newer: AnyRef): AnyRef =
    OwnObject.merged(function, older, newer)

  /** Writes the answer where the frame wants it. */
  override def lower(buffer: AnyRef): AnyRef = {
    buffers.answerAlone(buffer)
    null
  }

  override def write(buffer: AnyRef, out: DataOutput): Unit = noSnapshot()
  override def read(in: DataInput): AnyRef = noSnapshot()

  private def noSnapshot(): Nothing =
    throw new UnsupportedOperationException(s"a window of $name lives as long as a task")
}
