package dev.finestra.spark.over

import dev.finestra.spark.{AlgorithmHint, Settings}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Window}
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.window.WindowExec

/** Plans plain `OVER`: frames whose start moves forward run on [[FinestraWindowExec]], whatever
  * mergeable aggregates they are of; all others stay Spark's. Where one `Window` has both, the two
  * operators follow one another over the same sort.
  *
  * Settings: `spark.finestra.over.enabled` (true), `spark.finestra.over.minFrameRows` (frames of
  * fewer rows stay Spark's; 2), `spark.finestra.algorithm` (auto; a hint of the query goes before).
  */
private[spark] final class Over extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case window: Window if Settings.isOverEnabled =>
      val (ours, theirs) = window.windowExpressions.partition(Over.improves)
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
    val byAlgorithm = ours.groupBy(Over.algorithmOf).toSeq.sortBy(_._1)
    val improved = byAlgorithm.foldLeft(below) { case (child, (algorithm, expressions)) =>
      FinestraWindowExec(expressions, by, order, algorithm, child)
    }
    if (theirs.isEmpty && byAlgorithm.size == 1) improved
    else ProjectExec(window.output, improved)
  }
}

private[spark] object Over {

  /** The algorithm of an expression's windows: the hint's, or the setting's. */
  private def algorithmOf(expression: NamedExpression): String =
    expression
      .collectFirst { case w: WindowExpression if AlgorithmHint.of(w).nonEmpty => w }
      .flatMap(AlgorithmHint.of(_))
      .getOrElse(Settings.algorithm)

  /** Whether all windows of an expression have frames that move, of aggregates that merge. */
  private def improves(expression: NamedExpression): Boolean = {
    val windows = expression.collect { case w: WindowExpression => w }
    windows.nonEmpty && windows.forall { window =>
      moves(window.windowSpec) && (window.windowFunction match {
        case AggregateExpression(
              _: DeclarativeAggregate | _: ImperativeAggregate,
              _,
              distinct,
              _,
              _
            ) =>
          !distinct && window.windowFunction.deterministic
        case _ => false
      })
    }
  }

  private def moves(spec: WindowSpecDefinition): Boolean = spec.frameSpecification match {
    case SpecifiedWindowFrame(_, lower, UnboundedFollowing) => !isUnbounded(lower)
    case SpecifiedWindowFrame(RowFrame, lower, upper)       =>
      place(lower).zip(place(upper)).exists { case (from, to) =>
        to - from + 1L >= Settings.minFrameRows
      }
    case SpecifiedWindowFrame(RangeFrame, lower, upper) =>
      !isUnbounded(lower) && !isUnbounded(upper)
    case _ => false
  }

  private def isUnbounded(end: Expression): Boolean =
    end == UnboundedPreceding || end == UnboundedFollowing

  /** Where a row's end of a frame is from the row itself. */
  private def place(end: Expression): Option[Long] = end match {
    case CurrentRow          => Some(0)
    case e if isUnbounded(e) => None
    case e if e.foldable     => Option(e.eval()).map(_.asInstanceOf[Number].longValue)
    case _                   => None
  }
}
