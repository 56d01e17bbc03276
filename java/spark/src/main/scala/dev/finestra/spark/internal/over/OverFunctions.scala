package dev.finestra.spark.internal.over

import dev.finestra.spark.FibaAggregator
import dev.finestra.spark.internal.SessionSettings
import dev.finestra.spark.internal.over.columns.ColumnFunction
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.execution.aggregate.ScalaAggregator
import org.apache.spark.sql.types._

/** Which aggregate functions of plain `OVER` run on [[FinestraWindowExec]]. Spark's `OVER` fills
  * one buffer for each frame, row by row; Finestra merges the partial results of parts of the
  * frame. So a function qualifies only if both give the same answer, and if merging costs less.
  */
private[spark] object OverFunctions {

  /** Why Spark must run a function, or nothing if Finestra can. */
  def reasonAgainst(function: AggregateFunction): Option[String] = function match {
    case _ if collects(function) => Some("its partial results grow with the frame")
    case _: HistogramNumeric     => Some("its bins depend on the order of merges")
    case _: Sum | _: Average if function.children.exists(c => isInterval(c.dataType)) =>
      Some("a part of the frame may overflow where the frame does not")
    case _: DeclarativeAggregate | _: ImperativeAggregate =>
      if (!isOfUser(function) || isVouchedFor(function)) None
      else
        Some(
          "Spark's OVER never calls the merge of a user's function. If its merge is right, add " +
            s"the function to ${SessionSettings.Mergeable}"
        )
    case _ => Some("it cannot merge partial results")
  }

  /** Whether a function is computed from columns: always if merging is no choice, otherwise if no
    * algorithm is chosen for it.
    */
  def readsColumns(call: AggregateExpression, algorithm: String): Boolean =
    ColumnFunction.fits(call) && (algorithm == "auto" || hasNoMerge(call.aggregateFunction))

  /** Whether merging cannot find an overflow as Spark does, or costs too much. */
  private def hasNoMerge(function: AggregateFunction): Boolean = function match {
    case sum: Sum      => sum.dataType == LongType
    case _: Percentile => true
    case _             => false
  }

  /** Whether the function's buffer is a list, a set or a map of counts of all its values. */
  def collects(function: AggregateFunction): Boolean = function match {
    case _: Collect[_] | _: TypedAggregateWithHashMapAsBuffer => true
    case _                                                    => false
  }

  private def isInterval(of: DataType): Boolean = of match {
    case _: DayTimeIntervalType | _: YearMonthIntervalType => true
    case _                                                 => false
  }

  /** Whether a user wrote the function, rather than Spark or Finestra. */
  def isOfUser(function: AggregateFunction): Boolean = function match {
    case _: V2Aggregator[_, _]       => true
    case s: ScalaAggregator[_, _, _] => !s.agg.isInstanceOf[FibaAggregator]
    case f                           =>
      !Seq("org.apache.spark.sql.catalyst.", "dev.finestra.").exists(f.getClass.getName.startsWith)
  }

  private def isVouchedFor(function: AggregateFunction): Boolean =
    SessionSettings.isMergeable(function.prettyName)
}
