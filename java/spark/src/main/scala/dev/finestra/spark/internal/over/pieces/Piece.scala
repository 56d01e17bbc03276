package dev.finestra.spark.internal.over.pieces

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec

/** A part of a partition, between two values of the order.
  *
  * @param firstMap
  *   the first map task that wrote a row that the piece needs
  * @param endMap
  *   the map task after the last one
  * @param own
  *   the condition for the rows of the piece
  * @param needed
  *   the condition for all rows that are in a frame of these rows
  */
private[pieces] final case class Piece(
    firstMap: Int,
    endMap: Int,
    own: Expression,
    needed: Expression
)

private[pieces] object Piece {

  /** The largest share of a partition's rows that may be read by more than one piece. Rows near a
    * bound are in frames of both neighbours; fewer pieces have fewer such rows.
    */
  private val MostReadAgain = 0.5

  /** The pieces of a partition, or none if it is better computed as a whole. */
  def of(
      stage: ShuffleQueryStageExec,
      partition: Int,
      count: Int,
      reach: FrameReach
  ): Seq[Piece] = {
    val samples = Sample.of(stage, partition, reach)
    val values = new SampledValues(samples, reach.ordering)
    val bounds = Iterator
      .iterate(count)(_ / 2)
      .takeWhile(_ > 1)
      .map(values.dividing)
      .find(bounds => readAgain(bounds, values, reach) <= MostReadAgain * values.rows)
      .filter(_.nonEmpty)
    bounds.toSeq.flatMap { bounds =>
      val ends = bounds.map(Some(_))
      (None +: ends).zip(ends :+ None).map { case (from, until) =>
        between(from, until, samples, reach)
      }
    }
  }

  private def readAgain(bounds: Seq[Any], values: SampledValues, reach: FrameReach): Long =
    bounds.map(bound => values.between(reach.first(bound), reach.last(bound))).sum

  private def between(
      from: Option[Any],
      until: Option[Any],
      samples: Seq[Sample],
      reach: FrameReach
  ): Piece = {
    import reach.{order, ordering}
    val value = order.child
    def literal(bound: Any) = Literal(bound, order.dataType)
    val (first, last) = (from.map(reach.first), until.map(reach.last))
    val hasNulls = if (order.nullOrdering == NullsFirst) from.isEmpty else until.isEmpty

    def all(conditions: Iterable[Expression]): Expression = {
      val within = conditions.reduceOption(And).getOrElse(IsNotNull(value))
      if (hasNulls) Or(IsNull(value), within) else within
    }
    val own = all(
      from.map(bound => GreaterThanOrEqual(value, literal(bound))) ++
        until.map(bound => LessThan(value, literal(bound)))
    )
    val needed = all(
      first.map(bound => GreaterThanOrEqual(value, literal(bound))) ++
        last.map(bound => LessThanOrEqual(value, literal(bound)))
    )
    val maps = samples.filter { sample =>
      hasNulls && sample.hasNulls || sample.isNotEmpty &&
      first.forall(ordering.gteq(sample.greatest, _)) &&
      last.forall(ordering.lteq(sample.least, _))
    }
    Piece(maps.map(_.firstMap).min, maps.map(_.endMap).max, own, needed)
  }
}
