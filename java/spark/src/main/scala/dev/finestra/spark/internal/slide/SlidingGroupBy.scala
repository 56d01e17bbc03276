package dev.finestra.spark.internal.slide

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.planning.{PhysicalAggregation, PhysicalOperation}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.types._

/** The parts of an aggregation grouped by sliding windows and possibly other keys.
  *
  * @param keys
  *   the grouping expressions of rows
  * @param windows
  *   the grouping expressions of the window
  * @param results
  *   the output columns, computed from keys, windows and the functions' results
  * @param windowFilters
  *   the filters of windows
  * @param rowFilters
  *   the filters of rows
  */
private[slide] final case class SlidingGroupBy(
    below: OverlappingWindows,
    keys: Seq[NamedExpression],
    windows: Seq[NamedExpression],
    functions: Seq[AggregateExpression],
    results: Seq[NamedExpression],
    windowFilters: Seq[Expression],
    rowFilters: Seq[Expression]
)

private[slide] object SlidingGroupBy extends PredicateHelper {

  /** An aggregation over [[OverlappingWindows]], or why panes cannot compute it. */
  def of(plan: LogicalPlan): Option[Either[String, SlidingGroupBy]] = plan match {
    case a: Aggregate =>
      PhysicalOperation.unapply(a.child).collect {
        case (columns, filters, below: OverlappingWindows) =>
          takeApart(a, columns, filters, below)
      }
    case _ => None
  }

  private def takeApart(
      aggregate: Aggregate,
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      below: OverlappingWindows
  ): Either[String, SlidingGroupBy] = {
    // Not getAliasMap, whose argument has another type in Spark 4.0.
    val aliases = AttributeMap(columns.collect { case a: Alias => (a.toAttribute, a) })
    val PhysicalAggregation(grouping, asked, results, _) = aggregate: @unchecked
    val functions = asked.map(replaceAlias(_, aliases).asInstanceOf[AggregateExpression])
    def ofWindow(e: Expression) = e.references.contains(below.window)
    val (windows, keys) = grouping.map(replaceAliasButKeepName(_, aliases)).partition(ofWindow)
    val (windowFilters, rowFilters) = filters.partition(ofWindow)
    def first(in: Seq[Expression], reason: String)(isUnfit: Expression => Boolean) =
      in.find(isUnfit).map(e => s"${e.sql} $reason")
    val isByWindow = windows.exists(isWindow(_, below.window))
    Some("rows are not grouped by the window, its start or its end")
      .filterNot(_ => isByWindow)
      .orElse(
        first(windows ++ windowFilters, "uses both the window and the rows")(
          _.references != AttributeSet(below.window)
        )
      )
      .orElse(functions.flatMap(f => reasonAgainst(f, ofWindow).map(f.sql + " " + _)).headOption)
      .orElse(first(keys ++ windows ++ filters, "is not deterministic")(!_.deterministic))
      .orElse(first(keys, "contains floating point numbers")(k => hasFloatsInside(k.dataType)))
      .orElse(first(keys, "cannot be sorted")(k => has(k.dataType)(_ == CalendarIntervalType)))
      .toLeft(SlidingGroupBy(below, keys, windows, functions, results, windowFilters, rowFilters))
  }

  private def reasonAgainst(
      function: AggregateExpression,
      ofWindow: Expression => Boolean
  ): Option[String] =
    if (function.isDistinct) Some("aggregates distinct values, which panes do not keep")
    else if (ofWindow(function)) Some("uses the window that it aggregates")
    else if (!function.deterministic) Some("is not deterministic")
    else if (function.aggregateFunction.isInstanceOf[PythonFuncExpression])
      Some("is a Python function, which cannot merge")
    else None

  /** Whether a nested type contains floating point numbers. */
  private def hasFloatsInside(of: DataType): Boolean =
    !isFloat(of) && has(of)(isFloat)

  private def isFloat(of: DataType): Boolean = of == FloatType || of == DoubleType

  /** Whether the predicate holds for a type or one nested in it. */
  private def has(of: DataType)(so: DataType => Boolean): Boolean = so(of) || (of match {
    case s: StructType         => s.fields.exists(f => has(f.dataType)(so))
    case ArrayType(of, _)      => has(of)(so)
    case MapType(from, to, _)  => has(from)(so) || has(to)(so)
    case u: UserDefinedType[_] => has(u.sqlType)(so)
    case _                     => false
  })

  /** Whether an expression is different for every window. */
  private def isWindow(expression: Expression, window: Attribute): Boolean = expression match {
    case Alias(e, _) => isWindow(e, window)
    // A view casts its columns to the types that they have.
    case c: Cast if c.child.dataType == c.dataType => isWindow(c.child, window)
    case GetStructField(e, _, _)                   => isWindow(e, window)
    case a: Attribute                              => a.exprId == window.exprId
    case _                                         => false
  }
}
