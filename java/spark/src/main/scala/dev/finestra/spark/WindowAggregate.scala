package dev.finestra.spark

import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  ImperativeAggregate,
  TypedImperativeAggregate
}
import org.apache.spark.sql.types.DataType

/** An aggregate function of Spark whose buffer is a Finestra window.
  *
  * What it answers is its [[Kind]]'s matter; this class is what Spark knows: a partial aggregate
  * before the shuffle is a window, travels as the window's snapshot, and is merged as a bulk.
  * Names, sizes and types are checked when a query is analyzed.
  */
private[spark] final case class WindowAggregate(
    kind: Kind,
    override val children: Seq[Expression],
    leftOut: LeftOut,
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends TypedImperativeAggregate[Events] {
  @transient private lazy val planned: Try[Plan] = Try {
    Pivoted(children) { children =>
      kind.plan(new Arguments(kind.name, children), children, leftOut)
    }
  }

  private def plan: Plan = planned.get

  override def checkInputDataTypes(): TypeCheckResult = planned match {
    case Success(_)                         => TypeCheckResult.TypeCheckSuccess
    case Failure(refused: RuntimeException) => TypeCheckResult.TypeCheckFailure(refused.getMessage)
    case Failure(other)                     => throw other
  }

  override def prettyName: String = kind.name
  override protected def flatArguments: Iterator[Any] = children.iterator
  override def nullable: Boolean = true
  override def dataType: DataType = plan.dataType

  /** What a subquery without rows answers, and what stands beside several `DISTINCT`s. */
  override lazy val defaultResult: Option[Literal] =
    Option(plan.eval(plan.newEvents())).map(Literal(_, dataType))

  override def createAggregationBuffer(): Events = plan.newEvents()
  override def update(events: Events, row: InternalRow): Events = plan.update(events, row)
  override def merge(events: Events, other: Events): Events = plan.merge(events, other)
  override def eval(events: Events): Any = plan.eval(events)
  override def serialize(events: Events): Array[Byte] = events.bytes
  override def deserialize(bytes: Array[Byte]): Events = plan.newEvents().restore(bytes)

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)

  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)

  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(children = fresh)
}

private[spark] object WindowAggregate {
  def apply(kind: Kind, children: Seq[Expression]): WindowAggregate =
    WindowAggregate(kind, children, LeftOut.here)
}
