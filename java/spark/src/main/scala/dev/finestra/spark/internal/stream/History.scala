package dev.finestra.spark.internal.stream

import java.sql.Timestamp

import dev.finestra.spark.internal.{classic, SparkDatasets}
import dev.finestra.spark.internal.query.{SlidingOptions, SlidingQuery}
import dev.finestra.windowing.WindowGrid
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnaryNode}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.types.{DataType, TimestampType}
import org.apache.spark.unsafe.types.UTF8String

/** The rows before a time, with which the state of a stream starts. The stream itself is read from
  * that time on, and results begin there.
  *
  * The rows join the first micro-batch, which has no results of its own because its watermark is 0.
  * They are therefore stored together with its state, or not at all.
  *
  * @param sliding
  *   the windows of the stream
  * @param until
  *   the time in microseconds
  */
private[stream] final class History private (sliding: SlidingQuery, rows: DataFrame, until: Long) {
  private val time = column(sliding.options.time)

  checkColumns()

  /** The windows of the rows that are in a window with a result. */
  val query: SlidingQuery = {
    // Sessions may be of any length.
    val from =
      if (sliding.options.session.isDefined) Long.MinValue
      else WindowGrid.minus(until, sliding.size)
    val needed = rows.where(time >= at(from) && time < at(until))
    new SlidingQuery(needed.asInstanceOf[classic.DataFrame], sliding.options)
  }

  /** The stream's own rows. */
  def stream(timed: classic.DataFrame): classic.DataFrame = timed.where(time >= at(until))

  /** The stream's rows after those of the history; both have the same columns. */
  def before(stream: classic.DataFrame, history: classic.DataFrame): classic.DataFrame =
    SparkDatasets.dataFrame(
      stream.sparkSession,
      StartWithHistory(until, history, stream.queryExecution.analyzed)
    )

  private def at(micros: Long): Column =
    SparkDatasets.column(Literal(micros, sliding.time.dataType))

  private def column(name: String): Column = col(quoteIdentifier(name))

  private def checkColumns(): Unit = {
    val options = sliding.options
    val needed = options.time +: (options.by ++ options.aggregates.flatMap(_.columns))
    needed.distinct.foreach { name =>
      SlidingOptions.checkColumn("a column of the history", name, rows.columns.toSeq)
      val (kind, other) = (rows.schema(name).dataType, sliding.attribute(name).dataType)
      if (kind != other) {
        SlidingOptions.refuse(
          s"The column '$name' is ${kind.sql} in the history and ${other.sql} in the stream; " +
            "cast one of them."
        )
      }
    }
    if (rows.isStreaming) {
      SlidingOptions.refuse("The history is a stream; it must be a batch.")
    }
  }
}

private[stream] object History {
  def of(sliding: SlidingQuery): Option[History] = sliding.options.history.map {
    case (rows, until) => new History(sliding, rows, micros(sliding, until))
  }

  private def micros(sliding: SlidingQuery, until: Any): Long = {
    val text = UTF8String.fromString(until match {
      case time: Timestamp => time.toInstant.toString
      case other           => s"$other"
    })
    val micros =
      if (sliding.time.dataType == TimestampType) {
        val zone = sliding.df.sparkSession.sessionState.conf.sessionLocalTimeZone
        DateTimeUtils.stringToTimestamp(text, DateTimeUtils.getZoneId(zone))
      } else DateTimeUtils.stringToTimestampWithoutTimeZone(text, false)
    micros.getOrElse(
      SlidingOptions.refuse(
        s"until is '$until'; it must be a ${sliding.time.dataType.sql} such as " +
          "'2026-01-31 00:00:00'."
      )
    )
  }
}

/** Logical plan: the rows of a stream; in the first micro-batch, also those of its history.
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
  override protected def stringArgs: Iterator[Any] = Iterator(until)
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
  override protected def stringArgs: Iterator[Any] = Iterator(until)

  override protected def doExecute(): RDD[InternalRow] = {
    def rows: RDD[InternalRow] = {
      val types: Array[DataType] = output.map(_.dataType).toArray
      history.queryExecution.toRdd.mapPartitions(_.map(UnsafeProjection.create(types)))
    }
    if (isFirstBatch) sparkContext.union(rows, child.execute()) else child.execute()
  }

  override protected def withNewChildInternal(fresh: SparkPlan): StartWithHistoryExec =
    copy(child = fresh)
}
