package dev.finestra.spark.over

import scala.jdk.CollectionConverters._

import dev.finestra.{Algorithm, Finestra, SlidingWindow, WindowOptions}
import dev.finestra.Algorithm.Trait
import dev.finestra.aggregation.Aggregation
import dev.finestra.spark.Exact
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  AggregateExpression,
  AggregateFunction,
  Collect,
  TypedAggregateWithHashMapAsBuffer
}

/** Windows that merge the buffers of Spark's functions, for entries that come in order. */
private[spark] object Merging {
  private val Tree = "b_fiba4"

  /** The name of an exact algorithm that does with merging; refuses one that needs more. */
  def algorithm(name: String): String = {
    if (!merges(Exact.algorithm(name))) {
      throw new IllegalArgumentException(
        s"$name needs an inverse, and Spark's OVER and groupBy(window) only merge; these fit: " +
          Finestra.algorithms.asScala.filter(merges).map(_.name).mkString(", ")
      )
    }
    name
  }

  private def merges(algorithm: Algorithm): Boolean =
    !algorithm.is(Trait.NEEDS_INVERSE) && !algorithm.is(Trait.NEEDS_COMMUTATIVE)

  def window(
      functions: Seq[AggregateExpression],
      buffers: Buffers,
      algorithm: String
  ): SlidingWindow[AnyRef] = {
    val aggregation: Aggregation[AnyRef] =
      if (WordsOfBuffers.fit(buffers.types)) new WordsOfBuffers(name(functions), buffers)
      else if (buffers.alone.isDefined) new ObjectOfBuffer(name(functions), buffers)
      else new ObjectsOfBuffers(name(functions), buffers)
    val isTree = algorithm == "auto" && functions.exists(f => grows(f.aggregateFunction))
    val options = WindowOptions.NONE.inOrder().withBulks()
    Finestra.window(if (isTree) Tree else algorithm, aggregation, options)
  }

  /** Whether a buffer is about as large as what went into it. In a queue each row's would be of all
    * rows behind it, the square of a frame; in a tree a row is in a logarithm of them.
    */
  private def grows(function: AggregateFunction): Boolean = function match {
    case _: Collect[_] | _: TypedAggregateWithHashMapAsBuffer => true
    case _                                                    => false
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
