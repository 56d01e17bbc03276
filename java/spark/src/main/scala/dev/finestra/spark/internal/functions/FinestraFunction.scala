package dev.finestra.spark.internal.functions

import dev.finestra.spark.internal.DroppedRows

/** One of Finestra's aggregate functions.
  *
  * @param plan
  *   the evaluation of one call; rejects wrong arguments
  */
private[spark] sealed abstract class FinestraFunction(
    val name: String,
    val arguments: String,
    val meaning: String,
    val arity: Range,
    val plan: (CallArguments, DroppedRows) => FunctionCall
) extends Serializable

private[spark] object FinestraFunction {
  def all: Seq[FinestraFunction] = Seq(Agg, Last, Rolling, Slides)

  case object Agg
      extends FinestraFunction(
        "finestra_agg",
        "aggregation [, value ...]",
        "The aggregate of a group's values, by any aggregation of Finestra's catalog.",
        1 to 65,
        (call, _) => new GroupCall(call)
      )

  case object Last
      extends FinestraFunction(
        "finestra_last",
        "aggregation, value, time, size [, algorithm]",
        "The aggregate of the values of the last size before a group's newest time.",
        4 to 5,
        new LastCall(_, _)
      )

  case object Rolling
      extends FinestraFunction(
        "finestra_rolling",
        "aggregation, value, time, size [, algorithm]",
        "For each distinct time the aggregate of the values of the last size up to it, as (time, value).",
        4 to 5,
        new RollingCall(_, _)
      )

  case object Slides
      extends FinestraFunction(
        "finestra_slides",
        "aggregation, value, time, size, slide [, algorithm [, start offset]]",
        "The aggregate of each window of a size, one every slide, as (start, end, value).",
        5 to 7,
        new SlidesCall(_, _)
      )
}
