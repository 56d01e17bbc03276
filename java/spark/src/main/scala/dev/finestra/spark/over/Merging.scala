package dev.finestra.spark.over

import java.util.{Set => JSet}

import scala.jdk.CollectionConverters._

import dev.finestra.{Algorithm, Finestra, SlidingWindow, WindowOptions}
import dev.finestra.Algorithm.Trait
import dev.finestra.aggregation.Aggregation
import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.spark.Exact
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  AggregateExpression,
  AggregateFunction,
  Collect,
  TypedAggregateWithHashMapAsBuffer
}

/** Windows that merge the buffers of Spark's functions, for entries that come in order. */
private[spark] object Merging {

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
      else if (buffers.alone.isDefined)
        new ObjectOfBuffer(name(functions), properties(functions), buffers)
      else new ObjectsOfBuffers(name(functions), properties(functions), buffers)
    Finestra.window(algorithm, aggregation, WindowOptions.NONE.inOrder().withBulks())
  }

  /** What is known of any functions: where none grows, `auto` may put them into a queue. */
  private def properties(functions: Seq[AggregateExpression]): JSet[Property] =
    if (functions.exists(f => grows(f.aggregateFunction))) JSet.of()
    else JSet.of(Property.FIXED_SIZE)

  /** Whether a buffer is about as large as what went into it. */
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
