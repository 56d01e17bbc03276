package dev.finestra.spark.internal.group

import dev.finestra.spark.internal.functions.BufferedAggregate
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, Expression, If}
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  AggregateFunction,
  DeclarativeAggregate,
  ImperativeAggregate
}
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.types.{DataType, StructType}

/** A function over the output of [[FinestraPartialExec]]. Into one buffer it merges the partial
  * results of a group, and adds rows, in any order.
  *
  * @param function
  *   reads arguments, and partial results at its `inputAggBufferOffset`
  * @param isPartial
  *   whether a row has the partial results of a group
  */
private[group] final case class PartialOrRow(
    function: ImperativeAggregate,
    isPartial: Expression,
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends ImperativeAggregate {
  override def prettyName: String = function.prettyName
  override def children: Seq[Expression] = function.children :+ isPartial
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = function.nullable
  override def dataType: DataType = function.dataType

  override def aggBufferAttributes: Seq[AttributeReference] = function.aggBufferAttributes
  override def inputAggBufferAttributes: Seq[AttributeReference] = function.inputAggBufferAttributes
  override def aggBufferSchema: StructType = DataTypeUtils.fromAttributes(aggBufferAttributes)

  /** Begins a group. The result of the group before was already computed, as rows are sorted. */
  override def initialize(buffer: InternalRow): Unit = function match {
    case own: BufferedAggregate[_] => own.initializeAgain(buffer)
    case _                         => function.initialize(buffer)
  }

  override def update(buffer: InternalRow, row: InternalRow): Unit =
    if (isPartial.eval(row) == true) function.merge(buffer, row) else function.update(buffer, row)

  override def merge(buffer: InternalRow, other: InternalRow): Unit = function.merge(buffer, other)
  override def eval(buffer: InternalRow): Any = function.eval(buffer)

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(function.withNewMutableAggBufferOffset(offset), mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(function.withNewChildren(fresh.init).asInstanceOf[ImperativeAggregate], fresh.last)
}

/** As [[PartialOrRow]], for a function of expressions.
  *
  * @param partial
  *   the columns of the partial result
  */
private[group] final case class DeclaredPartialOrRow(
    function: DeclarativeAggregate,
    isPartial: Expression,
    partial: Seq[Expression]
) extends DeclarativeAggregate {
  override def prettyName: String = function.prettyName
  override def children: Seq[Expression] = (function.children :+ isPartial) ++ partial
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = function.nullable
  override def dataType: DataType = function.dataType

  override def aggBufferAttributes: Seq[AttributeReference] = function.aggBufferAttributes
  override lazy val initialValues: Seq[Expression] = function.initialValues
  override lazy val mergeExpressions: Seq[Expression] = function.mergeExpressions
  override lazy val evaluateExpression: Expression = function.evaluateExpression

  override lazy val updateExpressions: Seq[Expression] = {
    val columns = function.inputAggBufferAttributes.map(_.exprId).zip(partial).toMap
    mergeExpressions.zip(function.updateExpressions).map { case (merged, updated) =>
      If(
        isPartial,
        merged.transform { case a: Attribute => columns.getOrElse(a.exprId, a) },
        updated
      )
    }
  }

  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression = {
    val (arguments, flag +: columns) = fresh.splitAt(function.children.size): @unchecked
    copy(function.withNewChildren(arguments).asInstanceOf[DeclarativeAggregate], flag, columns)
  }
}
