package dev.finestra.spark.internal.group

import java.util.LinkedHashMap

import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.functions.{BufferedAggregate, WindowAggregate}
import dev.finestra.spark.internal.over.RowBuffers
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.execution.SortExec
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.types.DataType

/** The task of [[FinestraPartialExec]] for one partition. It aggregates rows in rounds, which end
  * at a number of rows or groups, or when the groups take too much space. With few groups, a round
  * continues as long as it halves the rows' space. A round that did not halve it is followed by
  * rows that are sent as they are, or, if it had many groups and some of them repeated, by a sort
  * of all other rows. With functions over event time, rows are sorted only if partial results drop
  * most rows of a group, or if there are many rows.
  *
  * @param computedKeys
  *   the keys that are not columns of the input
  * @param sort
  *   a sort by key of rows with the columns of the input and of these keys
  */
private[group] final class PartialGroups(
    keys: Seq[NamedExpression],
    calls: Seq[AggregateExpression],
    arguments: Seq[NamedExpression],
    input: Seq[Attribute],
    computedKeys: Seq[NamedExpression],
    sort: SortExec,
    groupsSent: SQLMetric,
    rowsSent: SQLMetric
) {
  import PartialGroups._

  private val buffers =
    new RowBuffers(
      calls,
      input,
      0,
      new SpecificInternalRow(calls.map(_.dataType)),
      isChecked = false
    )
  private val keyOf = UnsafeProjection.create(keys, input)
  private val sentRow =
    UnsafeProjection.create(keys ++ arguments ++ sentTypes.map(nullOf), input)
  private val sentGroup = {
    val columns = keys.map(k => k.dataType -> k.nullable) ++ sentTypes.map(_ -> true)
    val (key, partial) = columns.zipWithIndex
      .map { case ((dataType, nullable), i) => BoundReference(i, dataType, nullable) }
      .splitAt(keys.size)
    UnsafeProjection.create(key ++ arguments.map(a => nullOf(a.dataType)) ++ partial)
  }
  private val keyAndBuffer = new JoinedRow
  private val groups = new LinkedHashMap[UnsafeRow, InternalRow]

  private var sentAsTheyAre = 0L
  private val hasWindows = calls.exists(_.aggregateFunction.isInstanceOf[WindowAggregate])

  def output(rows: Iterator[InternalRow]): Iterator[InternalRow] =
    if (rows.isEmpty) Iterator.empty
    else {
      val count = aggregate(rows)
      val saved = count - space
      val halved = saved >= space
      val sorts = isWorthSorting(count, saved)
      // The groups are sent before the sort begins, which needs the memory.
      drained() ++
        (if (halved) Iterator.empty else if (sorts) sorted(rows) else sent(rows)) ++
        output(rows)
    }

  private def isWorthSorting(count: Long, saved: Long): Boolean = {
    val repeats = count - groups.size
    groups.size >= RoundGroups && repeats * RowsWithRepeat >= count &&
    (!hasWindows || 2 * saved >= repeats || sentAsTheyAre >= RowsBeforeWindowsAreSorted)
  }

  private def sentTypes: Seq[DataType] =
    calls.flatMap(_.aggregateFunction.inputAggBufferAttributes.map(_.dataType))

  /** Runs a round. Returns its number of rows. */
  private def aggregate(rows: Iterator[InternalRow]): Long = {
    var count = 0L
    while (rows.hasNext && !isOver(count)) {
      add(rows.next())
      count += 1
    }
    count
  }

  /** Looks at the groups' space after 2, 4, 8, … rows only, since some buffers have to be
    * serialized for that.
    */
  private def isOver(count: Long): Boolean =
    if (groups.size > FewGroups && (count >= RoundRows || groups.size >= RoundGroups)) true
    else if (java.lang.Long.bitCount(count) != 1) false
    else if (groups.size <= FewGroups) count >= RoundRows && count < 2 * space
    else count >= FirstLook && space > MostSpace

  /** How many rows take about as much space as all groups. */
  private def space: Long = groups.values.asScala.map(rowsInPlaceOf).sum

  private def rowsInPlaceOf(buffer: InternalRow): Long =
    buffers.typed.collect { case (function: BufferedAggregate[_], at) =>
      function.asInstanceOf[BufferedAggregate[AnyRef]].rowsInPlaceOf(buffers.objectAt(buffer, at))
    }.max

  private def add(row: InternalRow): Unit = {
    val key = keyOf(row)
    var buffer = groups.get(key)
    if (buffer == null) {
      buffer = newBuffer()
      groups.put(key.copy(), buffer)
    }
    buffers.lift(buffer, row)
  }

  private def newBuffer(): InternalRow = {
    val buffer = new SpecificInternalRow(buffers.types)
    buffers.initialize(buffer)
    buffer
  }

  /** Removes each group, and returns it with its partial results. */
  private def drained(): Iterator[InternalRow] = {
    val all = groups.entrySet.iterator
    all.asScala.map { each =>
      all.remove()
      partial(each.getKey, each.getValue)
    }
  }

  private def partial(key: UnsafeRow, buffer: InternalRow): InternalRow = {
    buffers.typed.foreach(_._1.serializeAggregateBufferInPlace(buffer))
    groupsSent += 1
    sentGroup(keyAndBuffer(key, buffer))
  }

  /** The groups of the rows that are left. */
  private def sorted(rows: Iterator[InternalRow]): Iterator[InternalRow] = {
    val inOrder = sort.createSorter().sort(withKeys(rows)).buffered
    new Iterator[InternalRow] {
      override def hasNext: Boolean = inOrder.hasNext

      override def next(): InternalRow = {
        val key = keyOf(inOrder.head).copy()
        val buffer = newBuffer()
        while (inOrder.hasNext && keyOf(inOrder.head) == key) buffers.lift(buffer, inOrder.next())
        partial(key, buffer)
      }
    }
  }

  private def withKeys(rows: Iterator[InternalRow]): Iterator[UnsafeRow] =
    if (computedKeys.isEmpty) rows.asInstanceOf[Iterator[UnsafeRow]]
    else {
      val withKey = UnsafeProjection.create(input ++ computedKeys, input)
      rows.map(withKey(_))
    }

  private def sent(rows: Iterator[InternalRow]): Iterator[InternalRow] = new Iterator[InternalRow] {
    private var left = RowsBetweenRounds

    override def hasNext: Boolean = left > 0 && rows.hasNext

    override def next(): InternalRow = {
      left -= 1
      sentAsTheyAre += 1
      rowsSent += 1
      sentRow(rows.next())
    }
  }
}

private object PartialGroups {

  /** The most rows of a round with many groups. */
  private val RoundRows = 1 << 16

  /** A round with at most this many groups is limited only by how much it saves. Spark's own plan
    * keeps as many in memory.
    */
  private val FewGroups = 128

  /** The most space of a round with more groups, in rows. */
  private val MostSpace = 1 << 19

  /** The rows after which a round first looks at its space. */
  private val FirstLook = 1 << 12

  /** The most groups of a round. With more, sorting the rows is cheaper, because the buffers exceed
    * the processor's cache.
    */
  private val RoundGroups = 1 << 10

  /** If a round has at least one repeated group in this many rows, the other rows are sorted and
    * aggregated before the shuffle, as in Spark's plan. With G groups of equal size, a share of
    * about [[RoundGroups]] / (2 G) of a round's rows repeats a group: 1 % with 50,000 groups.
    */
  private val RowsWithRepeat = 100

  /** How many rows are sent as they are before a function over event time makes sorting worth it.
    * Its partial results often keep all rows of a group, so a sort of fewer rows costs more than it
    * saves.
    */
  private val RowsBeforeWindowsAreSorted = 1 << 20

  /** The rows that are sent as they are before the next round. */
  private val RowsBetweenRounds = 1 << 18

  private def nullOf(column: DataType): Expression = Literal.create(null, column)
}
