package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  ImperativeAggregate,
  TypedImperativeAggregate
}
import org.apache.spark.sql.types.DataType

/** A [[WindowAggregate]] over the output of [[FinestraPartialExec]].
  *
  * @param buffer
  *   a serialized buffer; null in the rows that were not aggregated
  */
private[functions] final case class PartialOrRow(
    function: WindowAggregate,
    buffer: Expression,
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends TypedImperativeAggregate[EventBuffer] {
  override def prettyName: String = function.prettyName
  override def children: Seq[Expression] = function.children :+ buffer
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = function.nullable
  override def dataType: DataType = function.dataType

  override def createAggregationBuffer(): EventBuffer = function.createAggregationBuffer()

  override def update(events: EventBuffer, row: InternalRow): EventBuffer = {
    val partial = buffer.eval(row)
    if (partial == null) function.update(events, row)
    else function.merge(events, function.deserialize(partial.asInstanceOf[Array[Byte]]))
  }

  override def merge(events: EventBuffer, other: EventBuffer): EventBuffer =
    function.merge(events, other)
  override def eval(events: EventBuffer): Any = function.eval(events)
  override def serialize(events: EventBuffer): Array[Byte] = function.serialize(events)
  override def deserialize(bytes: Array[Byte]): EventBuffer = function.deserialize(bytes)

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(function.withNewChildren(fresh.init).asInstanceOf[WindowAggregate], fresh.last)
}
