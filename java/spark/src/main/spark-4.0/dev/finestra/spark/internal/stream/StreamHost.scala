package dev.finestra.spark.internal.stream

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.streaming.state.StateStore
import org.apache.spark.sql.types.{BinaryType, StructType}

/** Spark's operator of a `transformWithState`, which has other classes in Spark 4.0 than later. It
  * does not run; [[FinestraStreamExec]] uses its place in the query.
  */
private[stream] trait StreamHost extends Serializable {

  /** The shuffled rows, and their columns. */
  def rows: SparkPlan
  def keys: Seq[Attribute]
  def values: Seq[Attribute]

  /** Watermarks in milliseconds: of the micro-batch before, and of this one. */
  def lateWatermark: Long
  def watermark: Long

  /** Whether this is micro-batch 0, in which there is no state yet. */
  def isFirstBatch: Boolean

  def metrics: Map[String, SQLMetric]

  /** Runs a task for each partition, with the partition's state. */
  def run(key: StructType)(
      task: (StateStore, Iterator[InternalRow]) => Iterator[InternalRow]
  ): RDD[InternalRow]

  /** Adds a task's state to the metrics. */
  def report(store: StateStore): Unit
}

private[stream] object StreamHost {

  /** The value of the state's default column family. */
  val value: StructType = new StructType().add("value", BinaryType)
}
