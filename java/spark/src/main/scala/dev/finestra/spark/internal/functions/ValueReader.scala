package dev.finestra.spark.internal.functions

import dev.finestra.spark.internal.types.ColumnType
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.StructType

/** Reads a row's value for a window: the value itself of one column, an array of several columns;
  * null if all columns are null.
  */
private[spark] final class ValueReader(expressions: Seq[Expression], columns: Seq[ColumnType]) {
  private val fields = expressions.map(_.dataType) match {
    case Seq(row: StructType) => row.fields.map(_.dataType)
    case _                    => null
  }
  private val each = expressions.toArray
  private val types = columns.toArray

  def of(row: InternalRow): AnyRef =
    if (fields != null) {
      val struct = each(0).eval(row).asInstanceOf[InternalRow]
      if (struct == null) null else together(i => struct.get(i, fields(i)))
    } else {
      together(i => each(i).eval(row))
    }

  private def together(value: Int => Any): AnyRef =
    if (types.length == 1) {
      one(0, value(0))
    } else {
      val all = Array.tabulate(types.length)(i => one(i, value(i)))
      if (all.forall(_ == null)) null else all
    }

  private def one(i: Int, value: Any): AnyRef = if (value == null) null else types(i).in(value)
}
