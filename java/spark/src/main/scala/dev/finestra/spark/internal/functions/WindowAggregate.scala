package dev.finestra.spark.internal.functions

import scala.util.{Failure, Success, Try}

import dev.finestra.spark.internal.DroppedRows
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.{Expression, If, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  ImperativeAggregate,
  TypedImperativeAggregate
}
import org.apache.spark.sql.types.DataType

/** An aggregate function of Spark whose buffer is a Finestra window.
  *
  * Before the shuffle, each partial aggregate is a window. It is sent as the window's snapshot and
  * merged by a bulk insert. The [[FinestraFunction]] decides what is inserted and returned. Names,
  * sizes and types are checked when a query is analyzed.
  */
private[spark] final case class WindowAggregate(
    kind: FinestraFunction,
    override val children: Seq[Expression],
    dropped: DroppedRows,
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends TypedImperativeAggregate[EventBuffer] {

  /** The condition of a call that Spark rewrote for one value of a pivot, and the call's arguments.
    * There `f(a, b)` became `f(if(condition, a, null), if(condition, b, null))`, constants
    * included.
    */
  @transient private lazy val pivot: Option[(Expression, Seq[Expression])] = {
    val wrapped = children.collect {
      case If(asked, argument, other) if other.foldable && other.eval() == null => asked -> argument
    }
    val isPivot = wrapped.size == children.size &&
      wrapped.forall(_._1.semanticEquals(wrapped.head._1))
    Option.when(isPivot)((wrapped.head._1, wrapped.map(_._2)))
  }

  @transient private lazy val planned: Try[FunctionCall] =
    Try(kind.plan(new CallArguments(kind.name, pivot.fold(children)(_._2)), dropped))

  @transient private lazy val plan: FunctionCall = planned.get

  override def checkInputDataTypes(): TypeCheckResult = planned match {
    case Success(_)                         => TypeCheckResult.TypeCheckSuccess
    case Failure(refused: RuntimeException) => TypeCheckResult.TypeCheckFailure(refused.getMessage)
    case Failure(other)                     => throw other
  }

  override def prettyName: String = kind.name
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = true
  override def dataType: DataType = plan.dataType

  /** The result without rows: of a correlated subquery, and in queries with several `DISTINCT`s. */
  override lazy val defaultResult: Option[Literal] =
    Option(plan.eval(plan.newEvents())).map(Literal(_, dataType))

  override def createAggregationBuffer(): EventBuffer = plan.newEvents()
  override def update(events: EventBuffer, row: InternalRow): EventBuffer =
    if (pivot.isEmpty || pivot.get._1.eval(row) == true) plan.update(events, row) else events
  override def merge(events: EventBuffer, other: EventBuffer): EventBuffer =
    plan.merge(events, other)
  override def eval(events: EventBuffer): Any = plan.eval(events)
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
