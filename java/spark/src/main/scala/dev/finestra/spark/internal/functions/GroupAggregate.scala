package dev.finestra.spark.internal.functions

import scala.util.Try

import dev.finestra.aggregation.ObjectAggregation
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction
import org.apache.spark.sql.types.LongType

/** `finestra_agg`: the aggregate of a group's values, in order of arrival. If there is no value,
  * the result is null where SQL's aggregate function of that name returns null, even if the
  * aggregation's identity is a value.
  *
  * The optimizer replaces it: by a [[GeneratedFunction]] if there is one, otherwise by a function
  * whose buffer is the aggregation's partial result.
  */
private[spark] final case class GroupAggregate(override val children: Seq[Expression])
    extends AggregateFunction
    with RuntimeReplaceableAggregate {

  @transient private lazy val planned: Try[AggregateFunction] = Try(plan())

  override lazy val replacement: Expression = planned.get

  override lazy val canonicalized: Expression =
    planned.fold(_ => withCanonicalizedChildren, _.canonicalized)

  private def plan(): AggregateFunction = {
    val pivot = PivotedCall.of(children)
    val name = pivot.fold(children.head)(_.arguments.head)
    val call = new CallArguments(prettyName, name +: children.tail)
    val choice = call.aggregation(children.tail)
    val values = if (children.size > 1) children.tail else Seq(GroupAggregate.counted(pivot))
    val text = call.text(0, "aggregation", "max")
    GeneratedFunction
      .of(text, values, choice.result.spark)
      .getOrElse(GroupAggregate.own(text, values))
  }

  override def checkInputDataTypes(): TypeCheckResult = CallArguments.checked(planned)

  override def prettyName: String = GroupAggregate.Name
  override protected def flatArguments: Iterator[Any] = children.iterator

  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(children = fresh)
}

private[spark] object GroupAggregate {
  val Name = "finestra_agg"

  /** The argument of `count` without a column: not null for each row, or for each row of a pivot's
    * value.
    */
  private def counted(pivot: Option[PivotedCall]): Expression =
    pivot.fold[Expression](Literal(1L))(p => If(p.condition, Literal(1L), Literal(null, LongType)))

  /** The function whose buffer is the aggregation's partial result. */
  def own(aggregation: String, values: Seq[Expression]): AggregateFunction =
    (CallArguments.aggregation(aggregation, values).aggregation: Any) match {
      case _: ObjectAggregation[_, _] => ObjectAggregate(aggregation, values)
      case _                          => WordsAggregate(aggregation, values)
    }
}
