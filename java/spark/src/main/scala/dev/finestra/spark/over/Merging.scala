package dev.finestra.spark.over

import dev.finestra.{Finestra, SlidingWindow, WindowOptions}
import dev.finestra.aggregation.Aggregation
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression

/** Windows that merge the buffers of Spark's functions, for entries that come in order. */
private[spark] object Merging {
  def window(
      functions: Seq[AggregateExpression],
      buffers: Buffers,
      algorithm: String
  ): SlidingWindow[AnyRef] = {
    val aggregation: Aggregation[AnyRef] =
      if (WordsOfBuffers.fit(buffers.types)) new WordsOfBuffers(name(functions), buffers)
      else if (buffers.alone.isDefined) new ObjectOfBuffer(name(functions), buffers)
      else new ObjectsOfBuffers(name(functions), buffers)
    Finestra.window(algorithm, aggregation, WindowOptions.NONE.inOrder().withBulks())
  }

  /** The same for the same functions over the same types, so that their windows share code. */
  private def name(functions: Seq[AggregateExpression]): String =
    functions
      .map { function =>
        val f = function.aggregateFunction
        val types = f.aggBufferAttributes.take(8).map(_.dataType.catalogString)
        s"${f.prettyName}(${types.mkString(",")})"
      }
      .mkString("spark(", ",", ")")
}
