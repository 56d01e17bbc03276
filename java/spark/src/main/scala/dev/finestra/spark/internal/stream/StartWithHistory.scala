package dev.finestra.spark.internal.stream

import dev.finestra.spark.internal.{classic, SparkDatasets}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet, UnsafeProjection}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnaryNode}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.types.DataType

/** Logical plan: the rows of a stream; in the first micro-batch also those of its
  * [[StreamHistory]].
  *
  * The history is no child, because Spark would otherwise plan and prepare it in each micro-batch.
  */
private[stream] final case class StartWithHistory(
    until: Long,
    history: classic.DataFrame,
    child: LogicalPlan
) extends UnaryNode {
  override def nodeName: String = "FinestraHistory"

  /** The history may have nulls where the stream has none. */
  override def output: Seq[Attribute] = child.output.map(_.withNullability(true))

  /** So that the optimizer removes no column, which the history would still have. */
  @transient override lazy val references: AttributeSet = child.outputSet
  override protected def stringArgs: Iterator[Any] = Iterator(StreamHistory.shown(until))
  override protected def withNewChildInternal(fresh: LogicalPlan): StartWithHistory =
    copy(child = fresh)
}

private[stream] final case class StartWithHistoryExec(
    until: Long,
    history: classic.DataFrame,
    child: SparkPlan
) extends UnaryExecNode {

  /** Set by [[FinestraStreamExec]] before its input runs. */
  private[stream] var isFirstBatch = false

  override def nodeName: String = "FinestraHistory"
  override def output: Seq[Attribute] = child.output.map(_.withNullability(true))
  override protected def stringArgs: Iterator[Any] = Iterator(StreamHistory.shown(until))

  override protected def doExecute(): RDD[InternalRow] =
    if (isFirstBatch) sparkContext.union(historyRows, child.execute()) else child.execute()

  private def historyRows: RDD[InternalRow] = {
    // Spark keeps the failures and the shuffles of an execution, so each start has its own.
    val fresh = SparkDatasets.dataFrame(history.sparkSession, history.queryExecution.logical)
    val types: Array[DataType] = output.map(_.dataType).toArray
    fresh.queryExecution.toRdd.mapPartitions(_.map(UnsafeProjection.create(types)))
  }

  override protected def withNewChildInternal(fresh: SparkPlan): StartWithHistoryExec =
    copy(child = fresh)
}
