package dev.finestra.spark.internal.functions

import java.util.LinkedHashMap

import scala.jdk.CollectionConverters._

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.types.BinaryType

/** Aggregates rows before the shuffle where that reduces them, and sends the others as they are.
  * The output has two kinds of rows: a group's key with its buffers, and a key with arguments.
  *
  * @param arguments
  *   what the functions read of a row; null in the rows of groups
  * @param buffers
  *   a serialized buffer for each function; null in the other rows
  */
private[functions] final case class FinestraPartialExec(
    keys: Seq[NamedExpression],
    functions: Seq[WindowAggregate],
    arguments: Seq[NamedExpression],
    buffers: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {
  override def nodeName: String = "FinestraPartial"
  override def output: Seq[Attribute] = keys.map(_.toAttribute) ++
    arguments.map(_.toAttribute.withNullability(true)) ++ buffers
  override def producedAttributes: AttributeSet =
    AttributeSet((keys ++ arguments).map(_.toAttribute) ++ buffers)
  override def outputPartitioning: Partitioning = child.outputPartitioning

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "groups" -> SQLMetrics.createMetric(sparkContext, "number of partial groups"),
    "rows" -> SQLMetrics.createMetric(sparkContext, "number of rows sent as they are")
  )

  override protected def doExecute(): RDD[InternalRow] = {
    val (keys, functions, arguments, input) =
      (this.keys, this.functions, this.arguments, child.output)
    val (groups, rows) = (longMetric("groups"), longMetric("rows"))
    child.execute().mapPartitions {
      new PartialWindows(keys, functions, arguments, input, groups, rows).output(_)
    }
  }

  override protected def withNewChildInternal(fresh: SparkPlan): SparkPlan = copy(child = fresh)
}

/** The task of [[FinestraPartialExec]] for one partition. It aggregates rows in rounds, which end
  * at a number of rows or groups. A round that did not halve the rows is followed by rows that are
  * sent as they are.
  */
private final class PartialWindows(
    keys: Seq[NamedExpression],
    functions: Seq[WindowAggregate],
    arguments: Seq[NamedExpression],
    input: Seq[Attribute],
    groupsSent: SQLMetric,
    rowsSent: SQLMetric
) {
  import PartialWindows._

  private val calls = functions.map(BindReferences.bindReference(_, input: AttributeSeq)).toArray
  private val keyOf = UnsafeProjection.create(keys, input)
  private val sentRow =
    UnsafeProjection.create(keys ++ arguments ++ calls.map(_ => NoBuffer), input)
  private val sentGroup = {
    val columns = keys.map(k => k.dataType -> k.nullable) ++ calls.map(_ => BinaryType -> false)
    val (key, buffers) = columns.zipWithIndex
      .map { case ((dataType, nullable), i) => BoundReference(i, dataType, nullable) }
      .splitAt(keys.size)
    UnsafeProjection.create(key ++ arguments.map(a => Literal.create(null, a.dataType)) ++ buffers)
  }
  private val keyAndBuffers = new JoinedRow
  private val groups = new LinkedHashMap[UnsafeRow, Array[EventBuffer]]

  def output(rows: Iterator[InternalRow]): Iterator[InternalRow] =
    if (rows.isEmpty) Iterator.empty
    else {
      val halved = aggregate(rows)
      drained() ++ (if (halved) Iterator.empty else sent(rows)) ++ output(rows)
    }

  /** Runs a round. Returns whether the buffers have at most half as many events as rows were read.
    */
  private def aggregate(rows: Iterator[InternalRow]): Boolean = {
    var count = 0
    while (rows.hasNext && count < RoundRows && groups.size < RoundGroups) {
      add(rows.next())
      count += 1
    }
    val events = groups.values.asScala.map(_.map(_.size).sum).sum / calls.length
    count >= 2 * events
  }

  private def add(row: InternalRow): Unit = {
    val key = keyOf(row)
    var buffers = groups.get(key)
    if (buffers == null) {
      buffers = calls.map(_.createAggregationBuffer())
      groups.put(key.copy(), buffers)
    }
    for (i <- calls.indices) buffers(i) = calls(i).update(buffers(i), row)
  }

  /** Removes each group, and returns it with its serialized buffers. */
  private def drained(): Iterator[InternalRow] = {
    val all = groups.entrySet.iterator
    all.asScala.map { each =>
      val bytes = calls.zip(each.getValue).map { case (call, events) => call.serialize(events) }
      all.remove()
      groupsSent += 1
      sentGroup(keyAndBuffers(each.getKey, new GenericInternalRow(bytes.toArray[Any])))
    }
  }

  private def sent(rows: Iterator[InternalRow]): Iterator[InternalRow] =
    Iterator.range(0, RowsBetweenRounds).takeWhile(_ => rows.hasNext).map { _ =>
      rowsSent += 1
      sentRow(rows.next())
    }
}

private object PartialWindows {

  /** The most rows of a round, which limits its memory. */
  private val RoundRows = 1 << 16

  /** The most groups of a round. With more, sorting the rows is cheaper, because the windows exceed
    * the processor's cache.
    */
  private val RoundGroups = 1 << 10
  private val RowsBetweenRounds = 1 << 18

  private val NoBuffer = Literal.create(null, BinaryType)
}
