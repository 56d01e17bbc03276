package dev.finestra.spark.internal.stream

import org.apache.spark.sql.catalyst.analysis.MultiInstanceRelation
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, SerializeFromObject, UnaryNode}

/** Logical plan: sliding windows over a stream. The child is Spark's operator, a
  * [[StreamOperator]], whose place in the query they take.
  */
private[stream] final case class StreamWindows(
    layout: StreamLayout,
    output: Seq[Attribute],
    child: LogicalPlan
) extends UnaryNode
    with MultiInstanceRelation {
  override def nodeName: String = "FinestraStream"

  /** So that the optimizer removes nothing between this node and its child. */
  @transient override lazy val references: AttributeSet = child.outputSet
  override def producedAttributes: AttributeSet = AttributeSet(output)
  override def newInstance(): LogicalPlan = copy(output = output.map(_.newInstance()))
  override protected def withNewChildInternal(fresh: LogicalPlan): StreamWindows =
    copy(child = fresh)
}

private[stream] object StreamWindows {

  /** In place of Spark's operator and the conversion of its objects. */
  def of(layout: StreamLayout, operator: LogicalPlan): StreamWindows = operator match {
    case SerializeFromObject(results, state) =>
      StreamWindows(layout, results.map(_.toAttribute), state)
  }

  /** Thrown if Spark's operator runs itself. */
  def notPlanned(): Nothing = throw new IllegalStateException(
    "Spark planned sliding windows on a stream without Finestra's planner strategy; start the " +
      "query in the session in which sliding was called."
  )
}
