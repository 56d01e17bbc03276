package dev.finestra.spark.stream

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.spark.{ColumnType, LeftOut}
import org.apache.spark.sql.Column
import org.apache.spark.sql.catalyst.expressions.codegen.Block.BlockHelper
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.{
  Expression,
  Nondeterministic,
  Predicate,
  UnaryExpression
}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

/** A value as a window takes it: a 64-bit integer, a double or a string. */
private[spark] final case class Taken(child: Expression, column: ColumnType)
    extends UnaryExpression
    with CodegenFallback {
  override def dataType: DataType = ColumnType.of(column.value).spark
  override def nullSafeEval(value: Any): Any = column.in(value) match {
    case text: String => org.apache.spark.unsafe.types.UTF8String.fromString(text)
    case number       => number
  }
  override def nullIntolerant: Boolean = true
  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

/** A value as another type that is the same inside: timestamps are 64-bit integers. */
private[spark] final case class Same(child: Expression, override val dataType: DataType)
    extends UnaryExpression {
  override def nullSafeEval(value: Any): Any = value
  override def nullIntolerant: Boolean = true
  override protected def doGenCode(context: CodegenContext, code: ExprCode): ExprCode =
    child.genCode(context)
  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

/** Keeps the rows that have a time, and counts the others. */
private[spark] final case class HasTime(child: Expression, leftOut: LeftOut)
    extends UnaryExpression
    with Predicate
    with Nondeterministic {
  override def nullable: Boolean = false
  override protected def initializeInternal(partition: Int): Unit = ()
  override protected def evalInternal(row: InternalRow): Any = {
    val isThere = child.eval(row) != null
    if (!isThere) {
      leftOut.add()
    }
    isThere
  }
  override protected def doGenCode(context: CodegenContext, code: ExprCode): ExprCode = {
    val counted = context.addReferenceObj("leftOut", leftOut)
    val time = child.genCode(context)
    code.copy(
      code = code"""
        ${time.code}
        boolean ${code.value} = !${time.isNull};
        if (${time.isNull}) $counted.add();
      """,
      isNull = FalseLiteral
    )
  }
  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

private[spark] object Columns {

  /** A column of a type as a window takes it, which most are already. */
  def taken(column: Column, of: DataType, as: ColumnType): Column =
    (of, as.value) match {
      case (LongType | TimestampType | TimestampNTZType, ValueType.LONG) => same(column, LongType)
      case (DoubleType, ValueType.DOUBLE)                                => column
      case _ => wrapped(column)(Taken(_, as))
    }

  def same(column: Column, spark: DataType): Column = wrapped(column)(Same(_, spark))
  def hasTime(column: Column, leftOut: LeftOut): Column = wrapped(column)(HasTime(_, leftOut))

  private def wrapped(column: Column)(wrap: Expression => Expression): Column =
    Hidden.column(wrap(Hidden.expression(column)))
}
