package dev.finestra.spark.internal.query

import dev.finestra.aggregation.Aggregation.ValueType
import dev.finestra.spark.internal.{DroppedRows, NullForNull, SparkDatasets}
import dev.finestra.spark.internal.types.ColumnType
import org.apache.spark.sql.Column
import org.apache.spark.sql.catalyst.expressions.codegen.Block.BlockHelper
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.{
  Expression,
  Nondeterministic,
  PreciseTimestampConversion,
  Predicate,
  UnaryExpression
}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Converts a value to a window's: a 64-bit integer, a double or a string. */
private[spark] final case class ToWindowValue(child: Expression, column: ColumnType)
    extends UnaryExpression
    with CodegenFallback
    with NullForNull {
  override def dataType: DataType = ColumnType.of(column.value).spark
  override def nullSafeEval(value: Any): Any = column.in(value) match {
    case text: String => UTF8String.fromString(text)
    case number       => number
  }
  override protected def withNewChildInternal(fresh: Expression): Expression = copy(child = fresh)
}

/** A filter that keeps rows with a time and counts the others as dropped. */
private[spark] final case class HasTime(child: Expression, leftOut: DroppedRows)
    extends UnaryExpression
    with Predicate
    with Nondeterministic {
  override def nullable: Boolean = false
  override protected def initializeInternal(partition: Int): Unit = ()
  override protected def evalInternal(row: InternalRow): Any = {
    val isThere = child.eval(row) != null
    if (!isThere) leftOut.add()
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

private[spark] object InputColumns {

  /** A column converted to a window's values, if it needs a conversion. */
  def converted(column: Column, from: DataType, as: ColumnType): Column =
    (from, as.value) match {
      case (LongType, ValueType.LONG) | (DoubleType, ValueType.DOUBLE) => column
      case (TimestampType | TimestampNTZType, ValueType.LONG) => retyped(column, from, LongType)
      case _ => wrapped(column)(ToWindowValue(_, as))
    }

  /** A timestamp as its microseconds, or the reverse. */
  def retyped(column: Column, from: DataType, to: DataType): Column =
    wrapped(column)(PreciseTimestampConversion(_, from, to))

  def hasTime(column: Column, leftOut: DroppedRows): Column = wrapped(column)(HasTime(_, leftOut))

  private def wrapped(column: Column)(wrap: Expression => Expression): Column =
    SparkDatasets.column(wrap(SparkDatasets.expression(column)))
}
