package dev.finestra.spark.internal.functions

import java.util.LinkedHashMap

import scala.jdk.CollectionConverters._

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.types.BinaryType

/** Aggregates rows before the shuffle, for as long as that reduces them. The output has two kinds
  * of rows: a group's key with its buffers, and a key with the columns that the functions read.
  */
private[functions] final case class FinestraPartialExec(
    keys: Seq[NamedExpression],
    functions: Seq[WindowAggregate],
    buffers: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {
  private val read = child.output.filter(AttributeSet(functions).contains)

  override def nodeName: String = "FinestraPartial"
  override def output: Seq[Attribute] =
    keys.map(_.toAttribute) ++ read.map(_.withNullability(true)) ++ buffers
  override def producedAttributes: AttributeSet = AttributeSet(keys.map(_.toAttribute) ++ buffers)
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override protected def doExecute(): RDD[InternalRow] = {
    val (keys, functions, read, input) = (this.keys, this.functions, this.read, child.output)
    child.execute().mapPartitions(new PartialWindows(keys, functions, read, input).of(_))
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}

/** The task of [[FinestraPartialExec]] for one partition. */
private final class PartialWindows(
    keys: Seq[NamedExpression],
    functions: Seq[WindowAggregate],
    read: Seq[Attribute],
    input: Seq[Attribute]
) {
  import PartialWindows._

  private val calls = functions.map(BindReferences.bindReference(_, input: AttributeSeq)).toArray
  private val keyOf = UnsafeProjection.create(keys, input)
  private val asRow = UnsafeProjection.create(keys ++ read ++ calls.map(_ => NoBuffer), input)
  private val asGroup = {
    val columns =
      (keys.map(k => k.dataType -> k.nullable) ++ calls.map(_ => BinaryType -> false)).zipWithIndex
        .map { case ((dataType, nullable), i) => BoundReference(i, dataType, nullable) }
    val (key, buffers) = columns.splitAt(keys.size)
    UnsafeProjection.create(key ++ read.map(c => Literal.create(null, c.dataType)) ++ buffers)
  }
  private val group = new JoinedRow
  private val groups = new LinkedHashMap[UnsafeRow, Array[EventBuffer]]

  def of(rows: Iterator[InternalRow]): Iterator[InternalRow] =
    if (rows.isEmpty) Iterator.empty
    else {
      val isWorthwhile = aggregate(rows)
      emptied() ++ (if (isWorthwhile) of(rows) else rows.map(asRow))
    }

  /** Aggregates rows until there are none, or too many groups or events. Returns whether there are
    * at least twice as many rows as events in the buffers.
    */
  private def aggregate(rows: Iterator[InternalRow]): Boolean = {
    var (count, events) = (0L, 0L)
    while (rows.hasNext && groups.size < MostGroups && events < MostEvents) {
      add(rows.next())
      count += 1
      if (count % Check == 0) events = eventsInBuffers
    }
    count >= 2 * eventsInBuffers
  }

  private def eventsInBuffers: Long =
    groups.values.asScala.map(_.map(_.size).sum).sum / calls.length

  private def add(row: InternalRow): Unit = {
    val key = keyOf(row)
    var buffers = groups.get(key)
    if (buffers == null) {
      buffers = calls.map(_.createAggregationBuffer())
      groups.put(key.copy(), buffers)
    }
    for (i <- calls.indices) buffers(i) = calls(i).update(buffers(i), row)
  }

  /** The groups with their buffers, which leave memory one by one. */
  private def emptied(): Iterator[InternalRow] = {
    val all = groups.entrySet.iterator
    all.asScala.map { each =>
      val bytes = calls.zip(each.getValue).map { case (call, events) => call.serialize(events) }
      all.remove()
      asGroup(group(each.getKey, new GenericInternalRow(bytes.toArray[Any])))
    }
  }
}

private object PartialWindows {

  /** The most groups in memory. Windows of more groups do not fit into a processor's cache, so that
    * a sort by key costs less.
    */
  private val MostGroups = 1 << 10

  /** The most events in the buffers, which are counted after every so many rows. */
  private val MostEvents = 1 << 18
  private val Check = 1 << 12

  private val NoBuffer = Literal.create(null, BinaryType)
}
