package dev.finestra.spark.internal.stream

import dev.finestra.aggregation.WordsAggregation
import dev.finestra.spark.internal.SparkInternals
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeRowJoiner
import org.apache.spark.sql.execution.UnsafeFixedWidthAggregationMap
import org.apache.spark.sql.types._

/** Combines the rows of each key and pane of one partition, in a hash table of Spark.
  *
  * Rows for which the table has no memory are passed on one by one. So are all rows after the first
  * [[RowCombiner.Sample]], if few of those had a key and pane in common.
  */
private[stream] final class RowCombiner(
    layout: StreamLayout,
    keys: Seq[Attribute],
    values: Seq[Attribute],
    input: Seq[Attribute]
) {
  import RowCombiner._

  private val aggregation = layout.aggregation.asInstanceOf[WordsAggregation[_]]
  private val words = aggregation.words
  private val grid = layout.grid

  private val columns = UnsafeProjection.create(values, input)
  private val pane = AttributeReference(StreamLayout.Time, LongType, nullable = false)()
  private val paneOfRow = new SpecificInternalRow(Seq(LongType))
  private val rowAndPane = new JoinedRow
  private val group = UnsafeProjection.create(keys :+ pane, input :+ pane)
  private val groupType = StructType((keys :+ pane).map(a => StructField(a.name, a.dataType)))
  private val partialType = StructType(layout.combined.tail)
  private val joined = GenerateUnsafeRowJoiner.create(groupType, partialType)

  private val lifted = new Array[Long](words)
  private val partial = new Array[Long](words)
  private val identity = {
    val identity = new Array[Long](words)
    aggregation.identity(identity, 0)
    identity
  }
  private val empty = InternalRow.fromSeq(identity.toSeq)

  /** The partial result of a row that is passed on. */
  private val single = UnsafeProjection.create(partialType)(empty).copy()
  private val table = new UnsafeFixedWidthAggregationMap(
    empty,
    partialType,
    groupType,
    TaskContext.get(),
    1 << 12,
    SparkInternals.pageSize
  )
  private var seen = 0
  private var groups = 0

  def combined(rows: Iterator[InternalRow], late: Lateness): Iterator[InternalRow] = {
    val passedOn = rows.map(take(_, late)).filter(_ != null)
    passedOn ++ {
      val pairs = table.iterator()
      Iterator
        .continually(pairs.next())
        .takeWhile(hasNext => hasNext)
        .map(_ => joined.join(pairs.getKey, pairs.getValue))
    }
  }

  /** Adds a row to the table; returns what is to be passed on instead, or null. */
  private def take(row: InternalRow, late: Lateness): InternalRow = {
    val values = columns(row)
    val time = layout.time(values)
    if (late.drops(time)) null
    else {
      aggregation.lift(layout.values(values), lifted, 0)
      paneOfRow.setLong(0, grid.paneStart(time))
      val key = group(rowAndPane(row, paneOfRow))
      val held = if (isWorthIt) table.getAggregationBufferFromUnsafeRow(key) else null
      if (held == null) {
        write(lifted, single)
        joined.join(key, single)
      } else {
        add(held)
        null
      }
    }
  }

  private def isWorthIt: Boolean = seen < Sample || groups < seen * MostGroups

  private def add(held: UnsafeRow): Unit = {
    var i = 0
    while (i < words) {
      partial(i) = held.getLong(i)
      i += 1
    }
    // The first word counts rows, so only a new group equals the identity.
    if (java.util.Arrays.equals(partial, identity)) groups += 1
    seen += 1
    aggregation.combine(partial, 0, lifted, 0, partial, 0)
    write(partial, held)
  }

  private def write(from: Array[Long], to: UnsafeRow): Unit = {
    var i = 0
    while (i < words) {
      to.setLong(i, from(i))
      i += 1
    }
  }
}

private object RowCombiner {

  /** The first rows, which are always combined. */
  private val Sample = 1 << 16

  /** After the sample, rows are combined only while groups are fewer than this share of the rows.
    */
  private val MostGroups = 0.9
}
