package dev.finestra.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, If}
import org.apache.spark.sql.types.DataType

/** A call that Spark made for one value of a pivot: it asks the same of each row before each
  * argument, constants too, and gives null to the rows of other values. They are no events here.
  */
private[spark] final class Pivoted(asked: Expression, plan: Plan) extends Plan {
  override def dataType: DataType = plan.dataType
  override def newEvents(): Events = plan.newEvents()
  override def merge(events: Events, other: Events): Events = plan.merge(events, other)
  override def eval(events: Events): Any = plan.eval(events)

  override def update(events: Events, row: InternalRow): Events =
    if (asked.eval(row) == true) plan.update(events, row) else events
}

private[spark] object Pivoted {

  /** The plan of a call's arguments, which are the children, or what a pivot has wrapped. */
  def apply(children: Seq[Expression])(plan: Seq[Expression] => Plan): Plan = {
    val wrapped = children.collect {
      case If(asked, argument, otherwise) if otherwise.foldable && otherwise.eval() == null =>
        (asked, argument)
    }
    val isPivot = wrapped.size == children.size &&
      wrapped.forall(_._1.semanticEquals(wrapped.head._1))
    if (isPivot) new Pivoted(wrapped.head._1, plan(wrapped.map(_._2))) else plan(children)
  }
}
