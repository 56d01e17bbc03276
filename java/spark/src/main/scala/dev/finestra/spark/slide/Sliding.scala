package dev.finestra.spark.slide

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.planning.{PhysicalAggregation, PhysicalOperation}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types._

/** An aggregation by sliding windows and perhaps other keys, taken apart.
  *
  * @param keys
  *   what rows are grouped by beside the window
  * @param windows
  *   what rows are grouped by that is worked out from the window
  * @param results
  *   the columns that come out, of the keys, the windows and the functions' answers
  * @param windowFilters
  *   what is asked of the window itself
  * @param rowFilters
  *   what is asked of the rows
  */
private[slide] final case class Sliding(
    below: SlidingWindows,
    keys: Seq[NamedExpression],
    windows: Seq[NamedExpression],
    functions: Seq[AggregateExpression],
    results: Seq[NamedExpression],
    windowFilters: Seq[Expression],
    rowFilters: Seq[Expression]
)

private[slide] object Sliding extends PredicateHelper {

  /** An aggregation over [[SlidingWindows]], or why slices cannot answer it. */
  def of(plan: LogicalPlan): Option[Either[String, Sliding]] = plan match {
    case a: Aggregate =>
      PhysicalOperation.unapply(a.child).collect { case (columns, filters, below: SlidingWindows) =>
        takeApart(a, columns, filters, below)
      }
    case _ => None
  }

  private def takeApart(
      aggregate: Aggregate,
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      below: SlidingWindows
  ): Either[String, Sliding] = {
    val aliases = getAliasMap(columns)
    val PhysicalAggregation(grouping, asked, results, _) = aggregate: @unchecked
    val functions = asked.map(replaceAlias(_, aliases).asInstanceOf[AggregateExpression])
    def ofWindow(e: Expression) = e.references.contains(below.window)
    val (windows, keys) = grouping.map(replaceAliasButKeepName(_, aliases)).partition(ofWindow)
    val (windowFilters, rowFilters) = filters.partition(ofWindow)
    def mixed = (windows ++ windowFilters).find(_.references != AttributeSet(below.window))
    def unfit = functions.map(f => f -> reasonAgainst(f, ofWindow)).collectFirst {
      case (f, Some(reason)) => s"${f.sql} $reason"
    }
    if (!windows.exists(isWindow(_, below.window)))
      scala.Left("rows are not grouped by the window, its start or its end, but by less")
    else
      mixed
        .map(e => s"${e.sql} is of the window and of the rows")
        .orElse(unfit)
        .orElse(
          (keys ++ windows ++ filters)
            .find(!_.deterministic)
            .map(e => s"${e.sql} is a draw for each copy of a row")
        )
        .orElse(
          keys
            .find(k => hasFloatsInside(k.dataType))
            .map(k => s"${k.sql} has floating point inside")
        )
        .orElse(
          keys
            .find(k => has(k.dataType)(_ == CalendarIntervalType))
            .map(k => s"${k.sql} cannot be sorted")
        )
        .toLeft(Sliding(below, keys, windows, functions, results, windowFilters, rowFilters))
  }

  private def reasonAgainst(
      function: AggregateExpression,
      ofWindow: Expression => Boolean
  ): Option[String] =
    if (function.isDistinct) Some("is of distinct values, which slices do not keep")
    else if (ofWindow(function)) Some("looks at the window that it aggregates")
    else if (!function.deterministic) Some("is not deterministic")
    else if (function.aggregateFunction.isInstanceOf[PythonFuncExpression])
      Some("is a function of Python, which cannot merge")
    else None

  /** Whether there are floating point numbers inside a nested type, which group by value. */
  private def hasFloatsInside(of: DataType): Boolean =
    !isFloat(of) && has(of)(isFloat)

  private def isFloat(of: DataType): Boolean = of == FloatType || of == DoubleType

  /** Whether a type is so, or one inside it. */
  private def has(of: DataType)(so: DataType => Boolean): Boolean = so(of) || (of match {
    case s: StructType         => s.fields.exists(f => has(f.dataType)(so))
    case ArrayType(of, _)      => has(of)(so)
    case MapType(from, to, _)  => has(from)(so) || has(to)(so)
    case u: UserDefinedType[_] => has(u.sqlType)(so)
    case _                     => false
  })

  /** Whether an expression tells windows apart. */
  private def isWindow(expression: Expression, window: Attribute): Boolean = expression match {
    case Alias(e, _)             => isWindow(e, window)
    case GetStructField(e, _, _) => isWindow(e, window)
    case a: Attribute            => a.exprId == window.exprId
    case _                       => false
  }
}
