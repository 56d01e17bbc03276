package dev.finestra.spark.internal.over

import java.util.{Collections, Set => JSet}

import dev.finestra.{SlidingWindow, SlidingWindows, WindowOptions}
import dev.finestra.aggregation.Aggregation
import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.spark.internal.functions.{ObjectAggregate, WordsAggregate}
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

/** An aggregation over buffers of Spark's functions. The result of a query is the merged buffer,
  * from which the functions' results are then evaluated.
  */
private[over] trait EvaluatedBuffer[B] {

  /** Writes the results of all functions into the row that the frame returns. */
  def writeResults(buffer: B): Unit
}

/** A window over rows, or over Spark's partial results: it merges the buffers of Spark's functions.
  * Rows come in order.
  *
  * @param entries
  *   the window itself
  */
private[spark] final class MergingWindow private (
    val entries: SlidingWindow[AnyRef],
    buffer: EvaluatedBuffer[AnyRef]
) {

  /** Evaluates the functions over the whole window and writes their results into the target row;
    * the window must not be empty.
    */
  def writeResults(): Unit = buffer.writeResults(entries.query())
}

private[spark] object MergingWindow {

  /** An empty window.
    *
    * @param buffers
    *   of the functions, with the row that their results are written into
    */
  def of(
      functions: Seq[AggregateExpression],
      buffers: AggregateBuffers,
      algorithm: String
  ): MergingWindow = {
    val aggregation: Aggregation[_] =
      if (RowWordsAggregation.fit(buffers.types)) new RowWordsAggregation(name(functions), buffers)
      else if (buffers.alone.isDefined)
        new SingleObjectAggregation(name(functions), properties(functions), buffers)
      else new RowObjectAggregation(name(functions), properties(functions), buffers)
    new MergingWindow(
      SlidingWindows.of(
        algorithm,
        aggregation.asInstanceOf[Aggregation[AnyRef]],
        WindowOptions.NONE.inOrder().withBulks()
      ),
      aggregation.asInstanceOf[EvaluatedBuffer[AnyRef]]
    )
  }

  /** The properties of any functions: `auto` chooses a queue only if no buffer grows. */
  private def properties(functions: Seq[AggregateExpression]): JSet[Property] = {
    val grow = functions.map(_.aggregateFunction).exists {
      case own: ObjectAggregate => own.grows
      case function             => OverFunctions.collects(function)
    }
    if (grow) Collections.emptySet() else Collections.singleton(Property.FIXED_SIZE)
  }

  /** A name that is equal for the same functions over the same types, so that their windows share
    * compiled code.
    */
  private def name(functions: Seq[AggregateExpression]): String =
    functions
      .map { function =>
        val f = function.aggregateFunction
        val types = f.aggBufferAttributes.take(8).map(_.dataType.catalogString)
        val own = f match {
          case WordsAggregate(aggregation, _, _, _)  => aggregation
          case ObjectAggregate(aggregation, _, _, _) => aggregation
          case _                                     => f.prettyName
        }
        s"$own(${types.mkString(",")})"
      }
      .mkString("spark(", ",", ")")
}
