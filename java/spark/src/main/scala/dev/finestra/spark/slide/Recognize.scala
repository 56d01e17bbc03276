package dev.finestra.spark.slide

import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.analysis.EliminateSubqueryAliases
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.types.LongType

/** Finds `groupBy(window(time, size, slide))` in a batch query, where the analyzer has written it
  * out as a copy of each row for each window, and writes [[SlidingWindows]] in its place, if the
  * aggregation above is one that slices can answer. Where it is not, the plan stays as it was, and
  * the log says why.
  *
  * It runs between the analyzer and the optimizer, while the copies have the analyzer's shape.
  */
private[spark] object Recognize extends Rule[LogicalPlan] with Logging {
  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!Slide.isEnabled || plan.isStreaming) plan
    else
      plan.transformWithSubqueries { case aggregate: Aggregate =>
        below(aggregate.child)
          .map(child => aggregate.copy(child = child))
          .flatMap(fits)
          .getOrElse(aggregate)
      }

  private def fits(aggregate: Aggregate): Option[Aggregate] =
    Sliding.of(EliminateSubqueryAliases(aggregate)).flatMap {
      case scala.Right(_)     => Some(aggregate)
      case scala.Left(reason) =>
        logWarning(Slide.left(reason))
        None
    }

  private def below(plan: LogicalPlan): Option[LogicalPlan] = plan match {
    case Copies(windows)                           => Some(windows)
    case _: Project | _: Filter | _: SubqueryAlias =>
      below(plan.children.head).map(child => plan.withNewChildren(Seq(child)))
    case _ => None
  }
}

/** The analyzer's copies of each row, and the filter above them. */
private object Copies {
  def unapply(plan: LogicalPlan): Option[SlidingWindows] = plan match {
    case Filter(within, Expand(copies, window +: others, child))
        if window.metadata.contains(TimeWindow.marker) && others == child.output =>
      val grids = copies.zipWithIndex.map { case (copy, i) => gridOf(copy, i, others) }
      grids.head
        .filter { case (time, grid) =>
          grids.forall(_.contains((time, grid))) &&
          grids.size == grid.copies && time.deterministic &&
          within.references.subsetOf(time.references + window)
        }
        .map { case (time, grid) =>
          SlidingWindows(time, grid, window, Filter(IsNotNull(time), child))
        }
    case _ => None
  }

  /** The time and the windows that the i-th copy is made for, if it is such a copy. */
  private def gridOf(copy: Seq[Expression], i: Int, others: Seq[Attribute]) = copy match {
    case CreateNamedStruct(Seq(_, start, _, end)) +: rest if rest == others =>
      (bare(start), bare(end)) match {
        case (
              Subtract(Newest(time, offset, slide), Whole(back), _),
              Add(again, Whole(size), _)
            ) if again == bare(start) && back == i * slide =>
          Some((time, Grid.of(size, slide, offset)))
        case _ => None
      }
    case _ => None
  }

  /** The start of the newest window that has a time. */
  private object Newest {
    def unapply(start: Expression): Option[(Expression, Long, Long)] = start match {
      case Subtract(Micros(time), CaseWhen(Seq((_, Add(rest, _, _))), Some(same)), _)
          if rest == same =>
        rest match {
          case Remainder(Subtract(Micros(again), Whole(offset), _), Whole(slide), _)
              if again == time =>
            Some((time, offset, slide))
          case _ => None
        }
      case _ => None
    }
  }

  private object Micros {
    def unapply(expression: Expression): Option[Expression] = expression match {
      case PreciseTimestampConversion(time, _, LongType) => Some(time)
      case _                                             => None
    }
  }

  private object Whole {
    def unapply(expression: Expression): Option[Long] = expression match {
      case e if e.foldable && e.dataType == LongType => Option(e.eval()).map(_.asInstanceOf[Long])
      case _                                         => None
    }
  }

  /** A bound of a window without what makes it a timestamp that may be null. */
  private def bare(bound: Expression): Expression = bound match {
    case KnownNullable(e)                           => bare(e)
    case PreciseTimestampConversion(e, LongType, _) => e
    case e                                          => e
  }
}
