package dev.finestra.spark.internal.over.pieces

import scala.collection.mutable

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.execution.PartialReducerPartitionSpec
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec

/** The values of the order in the rows that neighbouring map tasks wrote for one partition.
  *
  * @param values
  *   every `step`-th value
  */
private[pieces] final case class Sample(
    firstMap: Int,
    endMap: Int,
    least: Any,
    greatest: Any,
    hasNulls: Boolean,
    values: Seq[Any],
    step: Int
) {
  def isNotEmpty: Boolean = values.nonEmpty
}

private[pieces] object Sample {

  /** The most tasks that read one partition, and the most values that each returns. */
  private val MostTasks = 256
  private val MostValues = 2048

  /** Reads a partition, by a job of Spark. */
  def of(stage: ShuffleQueryStageExec, partition: Int, reach: FrameReach): Seq[Sample] = {
    val maps = stage.shuffle.numMappers
    val each = math.max(1, (maps + MostTasks - 1) / MostTasks)
    val groups = (0 until maps by each).map(first => first -> math.min(maps, first + each))
    val specs = groups.map { case (first, end) =>
      PartialReducerPartitionSpec(partition, first, end, 0)
    }
    val rows = stage.shuffle.getShuffleRDD(specs.toArray).asInstanceOf[RDD[InternalRow]]
    val (value, input) = (reach.order.child, stage.output)
    rows
      .mapPartitionsWithIndex { (task, rows) =>
        val (first, end) = groups(task)
        Iterator(of(rows, value, input, first, end))
      }
      .collect()
      .toSeq
  }

  private def of(
      rows: Iterator[InternalRow],
      value: Expression,
      input: Seq[Attribute],
      firstMap: Int,
      endMap: Int
  ): Sample = {
    val read = BindReferences.bindReference(value, input)
    val ordering = TypeUtils.getInterpretedOrdering(value.dataType)
    var (least, greatest): (Any, Any) = (null, null)
    var hasNulls = false
    var values = mutable.Buffer.empty[Any]
    var step = 1
    var rest = 0
    for (row <- rows) {
      val value = read.eval(row)
      if (value == null) hasNulls = true
      else {
        if (least == null || ordering.lt(value, least)) least = value
        if (greatest == null || ordering.gt(value, greatest)) greatest = value
        if (rest == 0) values += value
        rest = (rest + 1) % step
        if (values.size > MostValues) {
          values = values.grouped(2).map(_.head).toBuffer
          step *= 2
          rest = 0
        }
      }
    }
    Sample(firstMap, endMap, least, greatest, hasNulls, values.toSeq, step)
  }
}

/** The values of several samples in order. */
private[pieces] final class SampledValues(samples: Seq[Sample], ordering: Ordering[Any]) {
  private val sorted =
    samples.flatMap(sample => sample.values.map(_ -> sample.step)).sortBy(_._1)(ordering)

  /** The approximate number of rows. */
  val rows: Long = sorted.map(_._2.toLong).sum

  /** At most `pieces - 1` values that divide the rows into pieces of similar size. */
  def dividing(pieces: Int): Seq[Any] = {
    val before = sorted.scanLeft(0L)(_ + _._2)
    val bounds = (1 until pieces).map(i => before.indexWhere(_ >= rows * i / pieces))
    bounds.flatMap(i => sorted.lift(i)).map(_._1).distinct.filter(_ != sorted.head._1)
  }

  /** The approximate number of rows from one value to another. */
  def between(first: Any, last: Any): Long = sorted.collect {
    case (value, step) if ordering.gteq(value, first) && ordering.lteq(value, last) => step.toLong
  }.sum
}
