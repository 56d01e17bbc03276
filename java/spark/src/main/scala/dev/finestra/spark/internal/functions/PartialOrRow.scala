package dev.finestra.spark.internal.functions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  ImperativeAggregate,
  TypedImperativeAggregate
}
import org.apache.spark.sql.types.DataType

/** A [[BufferedAggregate]] over the output of [[FinestraPartialExec]].
  *
  * @param buffer
  *   a serialized buffer; null in the rows that were not aggregated
  */
private[functions] final case class PartialOrRow(
    function: BufferedAggregate[AnyRef],
    buffer: Expression,
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends TypedImperativeAggregate[AnyRef] {
  override def prettyName: String = function.prettyName
  override def children: Seq[Expression] = function.children :+ buffer
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = function.nullable
  override def dataType: DataType = function.dataType

  override def createAggregationBuffer(): AnyRef = function.createAggregationBuffer()

  override def update(state: AnyRef, row: InternalRow): AnyRef = {
    val partial = buffer.eval(row)
    if (partial == null) function.update(state, row)
    else function.merge(state, function.deserialize(partial.asInstanceOf[Array[Byte]]))
  }

  override def merge(state: AnyRef, other: AnyRef): AnyRef =
    function.merge(state, other)
  override def eval(state: AnyRef): Any = function.eval(state)
  override def serialize(state: AnyRef): Array[Byte] = function.serialize(state)
  override def deserialize(bytes: Array[Byte]): AnyRef = function.deserialize(bytes)

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(function.withNewChildren(fresh.init).asInstanceOf[BufferedAggregate[AnyRef]], fresh.last)
}
