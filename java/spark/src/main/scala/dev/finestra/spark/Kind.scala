package dev.finestra.spark

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.DataType

/** A kind of aggregate function: its name, what it is called with, and what it plans for a call.
  */
private[spark] sealed abstract class Kind(
    val name: String,
    val arguments: String,
    val meaning: String,
    val arity: Range
) extends Serializable {

  /** What this call does; refuses arguments that do not fit. */
  def plan(arguments: Arguments, children: Seq[Expression], leftOut: LeftOut): Plan
}

private[spark] object Kind {
  private val Tree = "fiba"

  def all: Seq[Kind] = Seq(Agg, Last, Rolling, Slides)

  case object Agg
      extends Kind(
        "finestra_agg",
        "aggregation, value [, value2 ...]",
        "The aggregate of a group's values, by any aggregation of Finestra's catalog.",
        2 to 65
      ) {
    override def plan(arguments: Arguments, children: Seq[Expression], leftOut: LeftOut): Plan = {
      val choice = choose(arguments, arguments.columns(1, children.size))
      new Untimed(choice, new Input(children.tail, choice.columns))
    }
  }

  case object Last
      extends Kind(
        "finestra_last",
        "aggregation, value, time, size [, algorithm]",
        "The aggregate of the values of the last size before a group's newest time.",
        4 to 5
      ) {
    override def plan(arguments: Arguments, children: Seq[Expression], leftOut: LeftOut): Plan = {
      val times = arguments.timeType(2)
      val size = arguments.length(3, "size", times)
      new Last(timed(arguments, children, leftOut, times, 4), size)
    }
  }

  case object Rolling
      extends Kind(
        "finestra_rolling",
        "aggregation, value, time, size [, algorithm]",
        "For each distinct time the aggregate of the values of the last size up to it, as (time, value).",
        4 to 5
      ) {
    override def plan(arguments: Arguments, children: Seq[Expression], leftOut: LeftOut): Plan = {
      val times = arguments.timeType(2)
      val size = arguments.length(3, "size", times)
      new Rolling(timed(arguments, children, leftOut, times, 4), size)
    }
  }

  case object Slides
      extends Kind(
        "finestra_slides",
        "aggregation, value, time, size, slide [, algorithm [, start offset]]",
        "The aggregate of each window of a size, one every slide, as (start, end, value).",
        5 to 7
      ) {
    override def plan(arguments: Arguments, children: Seq[Expression], leftOut: LeftOut): Plan = {
      val times = arguments.timeType(2)
      val size = arguments.length(3, "size", times)
      val slide = arguments.length(4, "slide", times)
      val offset = if (arguments.has(6)) arguments.offset(6, times) else 0L
      if (slide > size) {
        throw new IllegalArgumentException(
          s"the slide of $name is at most its size, or events between windows would be lost; slide " +
            s"$slide is above size $size"
        )
      }
      new Slides(timed(arguments, children, leftOut, times, 5), Grid(size, slide, offset))
    }
  }

  private def choose(arguments: Arguments, types: Seq[DataType]) =
    Choice.of(arguments.text(0, "aggregation", "max"), types)

  private def timed(
      arguments: Arguments,
      children: Seq[Expression],
      leftOut: LeftOut,
      times: TimeType,
      algorithm: Int
  ): Timed = {
    val choice = choose(arguments, arguments.columns(1, 2))
    val name =
      if (arguments.has(algorithm)) arguments.text(algorithm, "algorithm", "b_fiba4") else Tree
    Exact.algorithm(name)
    val input = new Input(Seq(children(1)), choice.columns)
    val timed = Timed(choice, name, input, children(2), times, leftOut)
    timed.newEvents()
    timed
  }
}
