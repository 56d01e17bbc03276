package dev.finestra.spark.internal.slide

import dev.finestra.spark.internal.{AlgorithmHint, SessionSettings}
import dev.finestra.windowing.WindowGrid
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.types._

/** A call of `window` whose windows overlap, until the analyzer has resolved the plan around it.
  * Spark's own expression would be expanded at once to one projection for each window; with a
  * thousand windows that takes longer than running the query.
  */
private[slide] final case class UnplacedWindow(child: Expression, asSparks: TimeWindow)
    extends UnaryExpression
    with ImplicitCastInputTypes
    with Unevaluable
    with NonSQLExpression {
  override lazy val resolved: Boolean = false
  override def inputTypes = sparks.inputTypes
  override def dataType: DataType = sparks.dataType
  override def prettyName: String = sparks.prettyName
  override def checkInputDataTypes(): TypeCheckResult = sparks.checkInputDataTypes()

  /** The call as Spark's own expression. */
  def sparks: TimeWindow = asSparks.copy(timeColumn = child)

  override protected def withNewChildInternal(fresh: Expression): UnplacedWindow =
    copy(child = fresh)
}

/** All windows that contain a time, as one projection of Spark's `Expand`.
  * [[RecognizeSlidingGroupBy]] replaces it before the plan is optimized.
  */
private[slide] final case class EachWindow(child: Expression, grid: WindowGrid)
    extends UnaryExpression
    with Unevaluable {
  override def prettyName: String = "finestra_windows"
  override def dataType: DataType = new StructType()
    .add(StructField("start", child.dataType))
    .add(StructField("end", child.dataType))
  override protected def withNewChildInternal(fresh: Expression): EachWindow = copy(child = fresh)
}

/** Resolves calls of `window` whose windows overlap. In a batch, all windows become one projection
  * of an `Expand`. In a stream, and where Spark rejects the call, Spark's own expression takes
  * over.
  */
private[spark] object PlaceWindows extends Rule[LogicalPlan] {

  /** Replaces Spark's function `window`; Spark still runs calls whose windows do not overlap. */
  val function: (FunctionIdentifier, ExpressionInfo, Seq[Expression] => Expression) = {
    val (info, build) = FunctionRegistry.expressions("window")
    val wrapped = (arguments: Seq[Expression]) =>
      build(arguments) match {
        case w: TimeWindow if SessionSettings.isSlideEnabled && overlapEnough(w) =>
          // The unresolved time is left out, so that calls with the same windows are equal.
          UnplacedWindow(w.timeColumn, w.copy(timeColumn = Literal(0L)))
        case other => other
      }
    (FunctionIdentifier("window"), info, wrapped)
  }

  /** Whether the windows are at least two slides long. Shorter ones make less than two copies of a
    * row on average, which cost less than the two panes of each slide.
    */
  private def overlapEnough(window: TimeWindow): Boolean = {
    val isEnough = window.windowDuration / 2 >= window.slideDuration
    if (!isEnough && window.windowDuration > window.slideDuration)
      logInfo(SlideStrategy.left("the windows are shorter than two slides"))
    isEnough
  }

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperatorsUp {
    case p if p.childrenResolved =>
      val all = p.expressions
        .flatMap(_.collect { case w @ (_: UnplacedWindow | _: TimeWindow | _: SessionWindow) => w })
        .distinct
      all match {
        case Seq(w: UnplacedWindow) if w.child.resolved && isOurs(p, w) => placed(p, w)
        case _ => p.transformExpressions { case w: UnplacedWindow if w.child.resolved => w.sparks }
      }
  }

  private def isOurs(plan: LogicalPlan, window: UnplacedWindow): Boolean =
    plan.children.size == 1 && !plan.isStreaming && window.checkInputDataTypes().isSuccess &&
      !window.child.dataType.isInstanceOf[StructType]

  private def placed(plan: LogicalPlan, window: UnplacedWindow): LogicalPlan = {
    val (time, sparks, below) = (window.child, window.sparks, plan.children.head)
    val metadata = new MetadataBuilder()
    time match {
      case a: Attribute => metadata.withMetadata(a.metadata)
      case _            =>
    }
    metadata.putBoolean(TimeWindow.marker, value = true)
    val column =
      AttributeReference(WindowsInExpand.Name, sparks.dataType, metadata = metadata.build())()
    val grid = WindowGrid.of(sparks.windowDuration, sparks.slideDuration, sparks.startTime)
    val each = Expand(Seq(EachWindow(time, grid) +: below.output), column +: below.output, below)
    plan
      .transformExpressions { case _: UnplacedWindow => column }
      .withNewChildren(Seq(each))
  }
}

/** Extracts the windows from an `Expand` that [[PlaceWindows]] made. */
private[slide] object WindowsInExpand {

  /** Spark's name of the column. */
  val Name = "window"

  def unapply(plan: LogicalPlan): Option[OverlappingWindows] = plan match {
    case Expand(Seq((each: EachWindow) +: columns), window +: output, child) =>
      Some(of(each.child, each.grid, window, columns, output, child))
    case _ => None
  }

  /** The windows of an `Expand` with these columns besides the window. */
  def of(
      time: Expression,
      grid: WindowGrid,
      window: Attribute,
      columns: Seq[Expression],
      output: Seq[Attribute],
      child: LogicalPlan
  ): OverlappingWindows = {
    val (below, itsTime) = renamed(columns, output, time, child)
    val rows = Filter(IsNotNull(itsTime), below)
    OverlappingWindows(itsTime, grid, window, AlgorithmHint.of(window), rows)
  }

  /** The rows with the attributes of the `Expand`, which differ where a query uses the rows twice.
    */
  private def renamed(
      columns: Seq[Expression],
      output: Seq[Attribute],
      time: Expression,
      child: LogicalPlan
  ): (LogicalPlan, Expression) =
    if (columns == output) (child, time)
    else {
      val names = AttributeMap(columns.zip(output).collect { case (a: Attribute, b) => a -> b })
      val project = columns.zip(output).map { case (a, b) =>
        if (a == b) b else Alias(a, b.name)(b.exprId, b.qualifier, Some(b.metadata))
      }
      (Project(project, child), time.transform { case a: Attribute => names.getOrElse(a, a) })
    }
}
