package dev.finestra.spark.internal.over

import dev.finestra.spark.internal.{AlgorithmHint, SessionSettings}
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Window}
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.window.WindowExec

/** Plans plain `OVER`. Mergeable aggregates over frames whose start moves forward run on
  * [[FinestraWindowExec]]; Spark runs all others. If one `Window` has both, the two operators
  * follow each other over the same sort.
  *
  * Settings: `spark.finestra.over.enabled` (true); `spark.finestra.over.minFrameRows` (Spark runs
  * frames of fewer rows; 2 for functions of columns and 16 for others);
  * `spark.finestra.over.mergeable` (a user's functions that may be merged);
  * `spark.finestra.algorithm` (auto; a hint in the query wins).
  */
private[spark] final class OverStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case window: Window if SessionSettings.isOverEnabled =>
      val (ours, theirs) = window.windowExpressions.partition(OverStrategy.improves)
      if (ours.isEmpty) Nil else Seq(planned(window, ours, theirs))
    case _ => Nil
  }

  private def planned(
      window: Window,
      ours: Seq[NamedExpression],
      theirs: Seq[NamedExpression]
  ): SparkPlan = {
    val (by, order) = (window.partitionSpec, window.orderSpec)
    val child = planLater(window.child)
    val below = if (theirs.isEmpty) child else WindowExec(theirs, by, order, child)
    val byAlgorithm = ours.groupBy(OverStrategy.algorithmOf).toSeq.sortBy(_._1)
    val improved = byAlgorithm.foldLeft(below) { case (child, (algorithm, expressions)) =>
      FinestraWindowExec(expressions, by, order, algorithm, child)
    }
    if (theirs.isEmpty && byAlgorithm.size == 1) improved
    else ProjectExec(window.output, improved)
  }
}

private[spark] object OverStrategy extends Logging {

  /** ROWS frames of fewer rows cost Spark less, for functions of columns and for others. */
  private final val FewRowsOfColumns = 2
  private final val FewRows = 16

  /** The algorithm of an expression's windows: the hint's, or the setting's. */
  private def algorithmOf(expression: NamedExpression): String =
    expression
      .collect { case w: WindowExpression => AlgorithmHint.of(w) }
      .flatten
      .headOption
      .getOrElse(SessionSettings.algorithm)

  /** Whether all windows of an expression have moving frames and mergeable aggregates. */
  private def improves(expression: NamedExpression): Boolean = {
    val windows = expression.collect { case w: WindowExpression => w }
    val algorithm = algorithmOf(expression)
    windows.nonEmpty && windows.forall { window =>
      window.windowFunction match {
        case call: AggregateExpression if OverFunctions.readsColumns(call, algorithm) =>
          moves(window.windowSpec, FewRowsOfColumns)
        case call: AggregateExpression =>
          moves(window.windowSpec, FewRows) && !call.isDistinct && call.deterministic &&
          isMergeable(call.aggregateFunction)
        case nth: NthValue =>
          moves(window.windowSpec, FewRows) && !nth.ignoreNulls && nth.deterministic
        case _ => false
      }
    }
  }

  private def isMergeable(function: AggregateFunction): Boolean = {
    val reason = OverFunctions.reasonAgainst(function)
    reason.foreach { because =>
      val line = s"Finestra leaves OVER of ${function.prettyName} to Spark: $because."
      if (OverFunctions.isOfUser(function)) logWarning(line) else logInfo(line)
    }
    reason.isEmpty
  }

  private def moves(spec: WindowSpecDefinition, fewRows: Int): Boolean =
    spec.frameSpecification match {
      case SpecifiedWindowFrame(_, lower, UnboundedFollowing) => !isUnbounded(lower)
      case SpecifiedWindowFrame(RowFrame, lower, upper)       =>
        place(lower).zip(place(upper)).exists { case (from, to) =>
          to - from + 1L >= SessionSettings.minFrameRows(fewRows)
        }
      case SpecifiedWindowFrame(RangeFrame, lower, upper) =>
        !isUnbounded(lower) && !isUnbounded(upper)
      case _ => false
    }

  private def isUnbounded(end: Expression): Boolean =
    end == UnboundedPreceding || end == UnboundedFollowing

  /** The distance from the current row to a bound of a ROWS frame, if it is a constant. */
  private def place(end: Expression): Option[Long] = end match {
    case CurrentRow          => Some(0)
    case e if isUnbounded(e) => None
    case e if e.foldable     => Option(e.eval()).map(_.asInstanceOf[Number].longValue)
    case _                   => None
  }
}
