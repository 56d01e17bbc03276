package dev.finestra.spark.internal.functions

import scala.util.Try

import dev.finestra.spark.internal.DroppedRows
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate
import org.apache.spark.sql.types.DataType

/** An aggregate function of Spark whose buffer is a Finestra window.
  *
  * Before the shuffle, each partial result is a window. It is sent as the window's snapshot and
  * merged by a bulk insert. The [[FinestraFunction]] decides what is inserted and returned. Names,
  * sizes and types are checked when a query is analyzed.
  */
private[spark] final case class WindowAggregate(
    kind: FinestraFunction,
    override val children: Seq[Expression],
    dropped: DroppedRows,
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends BufferedAggregate[EventBuffer] {

  @transient private lazy val pivot: Option[PivotedCall] = PivotedCall.of(children)

  override def needsSparksPlan: Boolean = pivot.isDefined

  @transient private lazy val planned: Try[TimedCall] =
    Try(kind.plan(new CallArguments(kind.name, pivot.fold(children)(_.arguments)), dropped))

  @transient private lazy val plan: TimedCall = planned.get

  /** The call as an aggregation of panes, if it can be one. */
  def byPanes: Option[PaneCall] = plan match {
    case slides: SlidesCall if pivot.isEmpty => slides.byPanes
    case _                                   => None
  }

  override def checkInputDataTypes(): TypeCheckResult = CallArguments.checked(planned)

  override def prettyName: String = kind.name
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = true
  override def dataType: DataType = plan.dataType

  /** The result without rows: of a correlated subquery, and in queries with several `DISTINCT`s. */
  override lazy val defaultResult: Option[Literal] =
    Option(plan.eval(plan.newEvents())).map(Literal(_, dataType))

  override def createAggregationBuffer(): EventBuffer = plan.newEvents()
  override def update(events: EventBuffer, row: InternalRow): EventBuffer =
    if (pivot.isEmpty || pivot.get.condition.eval(row) == true) plan.update(events, row) else events
  override def merge(events: EventBuffer, other: EventBuffer): EventBuffer =
    plan.merge(events, other)
  override def eval(events: EventBuffer): Any = plan.eval(events)
  override protected def clear(events: EventBuffer): Boolean = {
    events.clear()
    true
  }
  override def rowsInPlaceOf(events: EventBuffer): Long = events.size

  /** The time. The value is not read if there is no time. */
  override def readOfEachRow: Seq[Expression] = children.slice(2, 3)
  override def serialize(events: EventBuffer): Array[Byte] = events.bytes
  override def deserialize(bytes: Array[Byte]): EventBuffer = plan.newEvents().restore(bytes)

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)

  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)

  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(children = fresh)
}

private[spark] object WindowAggregate {
  def apply(kind: FinestraFunction, children: Seq[Expression]): WindowAggregate =
    WindowAggregate(kind, children, DroppedRows.here)
}
