package dev.finestra.spark.internal.stream

import org.apache.spark.sql.catalyst.expressions.{BoundReference, NamedExpression}
import org.apache.spark.sql.catalyst.expressions.objects.{AssertNotNull, GetExternalRowField}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/** Plans [[FinestraStreamExec]] for the windows that [[StreamQuery]] makes. */
private[stream] object StreamStrategy extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case SerializeFromObject(results, state) =>
      StreamOperator.layout(state).toSeq.map { layout =>
        FinestraStreamExec(layout, results.map(_.toAttribute), results.map(place), planLater(state))
      }
    case CombineRows(layout, keys, values, combined, child) =>
      Seq(CombineRowsExec(layout, keys, values, combined, planLater(child)))
    case _ => Nil
  }

  /** The index of a column among all columns of a result, some of which the optimizer may have
    * removed. Fields of structs inside a column are read by the same expression, but not from the
    * row of the result itself.
    */
  private def place(column: NamedExpression): BoundReference = {
    val index = column.collectFirst {
      case GetExternalRowField(AssertNotNull(_: BoundReference, _), index, _) => index
    }
    BoundReference(index.get, column.dataType, nullable = true)
  }
}
