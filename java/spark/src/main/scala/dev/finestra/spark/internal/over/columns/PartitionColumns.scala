package dev.finestra.spark.internal.over.columns

import scala.collection.mutable

import dev.finestra.spark.internal.over.PartitionRows
import org.apache.spark.sql.catalyst.expressions._

/** The columns that the functions of a task read. Functions of the same expression share one. */
private[over] final class PartitionColumns(input: Seq[Attribute]) {
  private val expressions = mutable.ArrayBuffer.empty[Expression]
  private val columns = mutable.ArrayBuffer.empty[ValueColumn]
  private lazy val each = columns.toArray

  /** The fields of a row for the columns, and a projection to such rows unless the input has them.
    */
  private lazy val (fields, projection) = {
    val ordinals = expressions.map(e => input.indexWhere(_.semanticEquals(e)))
    if (ordinals.forall(_ >= 0)) (ordinals.toArray, null)
    else {
      val row = new SpecificInternalRow(expressions.map(_.dataType).toSeq)
      (each.indices.toArray, MutableProjection.create(expressions.toSeq, input).target(row))
    }
  }

  private[columns] def longs(of: Expression): ValueColumn.OfLongs =
    column(of, new ValueColumn.OfLongs(of.dataType)).asInstanceOf[ValueColumn.OfLongs]

  private[columns] def doubles(of: Expression): ValueColumn.OfDoubles =
    column(of, new ValueColumn.OfDoubles(of.dataType)).asInstanceOf[ValueColumn.OfDoubles]

  private def column(of: Expression, fresh: => ValueColumn): ValueColumn = {
    val known = expressions.indexWhere(_.semanticEquals(of))
    if (known >= 0) columns(known)
    else {
      columns += fresh
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
      val row = if (projection == null) rows(at) else projection(rows(at))
      var i = 0
      while (i < each.length) {
        each(i).add(row, fields(i))
        i += 1
      }
      at += 1
    }
  }

  def forget(before: Long): Unit = {
    var i = 0
    while (i < each.length) {
      each(i).forget(before)
      i += 1
    }
  }

  /** Begins a partition. */
  def clear(): Unit = {
    var i = 0
    while (i < each.length) {
      each(i).clear()
      i += 1
    }
  }
}
