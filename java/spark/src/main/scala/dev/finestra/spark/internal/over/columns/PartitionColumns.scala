package dev.finestra.spark.internal.over.columns

import scala.collection.mutable

import dev.finestra.spark.internal.over.PartitionRows
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.DataType

/** The columns that the functions of a task read. Functions of the same expression share one. */
private[over] final class PartitionColumns(input: Seq[Attribute]) {
  private val expressions = mutable.ArrayBuffer.empty[Expression]
  private val columns = mutable.ArrayBuffer.empty[ValueColumn]
  private lazy val each = columns.toArray
  private lazy val values = {
    val row = new SpecificInternalRow(expressions.map(_.dataType).toSeq)
    MutableProjection.create(expressions.toSeq, input).target(row)
  }

  private[columns] def longs(of: Expression): ValueColumn.OfLongs =
    column(of)(new ValueColumn.OfLongs(_, _)).asInstanceOf[ValueColumn.OfLongs]

  private[columns] def doubles(of: Expression): ValueColumn.OfDoubles =
    column(of)(new ValueColumn.OfDoubles(_, _)).asInstanceOf[ValueColumn.OfDoubles]

  private def column(of: Expression)(make: (Int, DataType) => ValueColumn): ValueColumn = {
    val known = expressions.indexWhere(_.semanticEquals(of))
    if (known >= 0) columns(known)
    else {
      columns += make(columns.size, of.dataType)
      expressions += of
      columns.last
    }
  }

  /** The first row that was not read yet. */
  def end: Long = if (each.isEmpty) Long.MaxValue else each(0).end

  /** Reads the rows up to before this one. */
  def read(to: Long, rows: PartitionRows): Unit = {
    var at = end
    while (at < to) {
      val row = values(rows(at))
      var i = 0
      while (i < each.length) {
        each(i).add(row)
        i += 1
      }
      at += 1
    }
  }

  def forget(before: Long): Unit = each.foreach(_.forget(before))

  /** Begins a partition. */
  def clear(): Unit = each.foreach(_.clear())
}
