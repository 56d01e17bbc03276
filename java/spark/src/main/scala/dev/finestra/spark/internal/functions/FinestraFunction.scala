package dev.finestra.spark.internal.functions

import dev.finestra.spark.internal.DroppedRows

/** One of Finestra's functions over event time.
  *
  * @param plan
  *   the evaluation of one call; rejects wrong arguments
  */
private[spark] sealed abstract class FinestraFunction(
    val name: String,
    val arguments: String,
    val meaning: String,
    val example: String,
    val arity: Range,
    val plan: (CallArguments, DroppedRows) => TimedCall
) extends Serializable

private[spark] object FinestraFunction {

  /** The rows of the examples. */
  private val Events =
    "VALUES (3, timestamp'2026-01-01 00:00:00'), (2, timestamp'2026-01-01 02:00:00') AS t(x, ts)"

  def all: Seq[FinestraFunction] = Seq(Last, Rolling, Slides)

  case object Last
      extends FinestraFunction(
        "finestra_last",
        "aggregation, value, time, size [, algorithm]",
        "The aggregate of the values of the last size before a group's newest time.",
        s"SELECT _FUNC_('max', x, ts, '1 hour') FROM ${FinestraFunction.Events};\n       2",
        4 to 5,
        new LastCall(_, _)
      )

  case object Rolling
      extends FinestraFunction(
        "finestra_rolling",
        "aggregation, value, time, size [, algorithm]",
        "For each distinct time the aggregate of the values of the last size up to it, as (time, value).",
        s"SELECT _FUNC_('sum', x, ts, '1 day').value FROM ${FinestraFunction.Events};\n       [3,5]",
        4 to 5,
        new RollingCall(_, _)
      )

  case object Slides
      extends FinestraFunction(
        "finestra_slides",
        "aggregation, value, time, size, slide [, algorithm [, start offset]]",
        "The aggregate of each window of a size, one every slide, as (start, end, value).",
        s"SELECT _FUNC_('sum', x, ts, '1 day', '1 day').value FROM ${FinestraFunction.Events};\n       [5]",
        5 to 7,
        new SlidesCall(_, _)
      )
}
