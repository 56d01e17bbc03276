package dev.finestra.spark.stream

import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.functions.{col, expr, session_window, window}
import org.apache.spark.sql.types.{DateType, TimestampNTZType, TimestampType}
import org.apache.spark.sql.{Column, DataFrame}

/** Sliding windows over a batch, in the words of plain Spark: `OVER` for rows with windows of their
  * own, `window` and `session_window` in a `groupBy` for the others. The answers are those of the
  * stream that has the same rows, none of them late.
  *
  * The option `algorithm` is checked and has no other effect here: which one a frame or a group
  * runs on is the planner's choice, by `spark.finestra.algorithm`.
  */
private[spark] object Batch {
  def of(sliding: Sliding): DataFrame = {
    checkExtension(sliding)
    val df = sliding.timed
    if (sliding.isPerRow) perRow(sliding, df) else perWindow(sliding, df)
  }

  private def perRow(sliding: Sliding, df: DataFrame): DataFrame = {
    val request = sliding.request
    val by = request.by.map(quoted)
    val partition = if (by.isEmpty) "" else by.mkString("PARTITION BY ", ", ", " ")
    val answers = each(sliding) { (call, _, size) =>
      val frame = s"RANGE BETWEEN ${literal(sliding, size)} PRECEDING AND CURRENT ROW"
      s"$call OVER (${partition}ORDER BY ${quoted(request.time)} $frame)"
    }
    df.select(col("*") +: answers: _*)
  }

  private def perWindow(sliding: Sliding, df: DataFrame): DataFrame = {
    val request = sliding.request
    val time = df.col(quoted(request.time))
    checkTimestamp(sliding)
    val by = request.by.map(name => df.col(quoted(name)))
    val output = request.by.map(quoted) ++ Seq("window") ++ request.columns.map(quoted)
    val grouped = sliding.slide match {
      case None =>
        df.groupBy(by :+ session_window(time, micros(sliding.size)).as("window"): _*)
          .agg(answersOf(sliding).head, answersOf(sliding).tail: _*)
      case Some(slide) if sliding.pieces.size == 1 =>
        df.groupBy(by :+ window(time, micros(sliding.size), micros(slide)): _*)
          .agg(answersOf(sliding).head, answersOf(sliding).tail: _*)
      case Some(slide) =>
        // The smaller windows end with the largest, so each row says to which of them it belongs.
        val each = window(time, micros(sliding.size), micros(slide)).as(Held)
        val answers = this.each(sliding) { (call, _, size) =>
          if (size == sliding.size) call
          else
            s"$call FILTER (WHERE ${quoted(request.time)} >= $Held.end - ${literal(sliding, size)})"
        }
        df.select(col("*"), each)
          .groupBy(request.by.map(name => col(quoted(name))) :+ col(Held).as("window"): _*)
          .agg(answers.head, answers.tail: _*)
    }
    grouped.select(output.map(col): _*)
  }

  private val Held = "__finestra_window"

  private def answersOf(sliding: Sliding): Seq[Column] = each(sliding)((call, _, _) => call)

  /** A column for each aggregate and size, by what SQL makes of the call. */
  private def each(sliding: Sliding)(sql: (String, String, Long) => String): Seq[Column] =
    for {
      aggregate <- sliding.request.aggregates
      (label, size) <- sliding.pieces
    } yield {
      val name = aggregate.aggregation.replace("\\", "\\\\").replace("'", "\\'")
      val call = s"finestra_agg('$name', ${aggregate.columns.map(quoted).mkString(", ")})"
      expr(sql(call, label, size)).as(sliding.request.column(aggregate, label))
    }

  /** A size as SQL has it beside the time column. */
  private def literal(sliding: Sliding, size: Long): String = sliding.time.dataType match {
    case TimestampType | TimestampNTZType =>
      s"INTERVAL '${size / 1000000}.${"%06d".format(size % 1000000)}' SECOND"
    case DateType => s"$size"
    case _        => s"${size}L"
  }

  private def micros(length: Long) = s"$length microseconds"

  private def quoted(name: String): String = quoteIdentifier(name)

  private def checkTimestamp(sliding: Sliding): Unit = sliding.time.dataType match {
    case TimestampType | TimestampNTZType =>
    case other                            =>
      Options.refuse(
        s"windows with a slide or a session need a TIMESTAMP, as Spark's window has; the time " +
          s"'${sliding.request.time}' is ${other.sql}; call finestra_slides for it"
      )
  }

  private def checkExtension(sliding: Sliding): Unit =
    if (!sliding.df.sparkSession.catalog.functionExists("finestra_agg")) {
      Options.refuse(
        "Finestra is not switched on in this session: make it with " +
          "spark.sql.extensions=dev.finestra.spark.FinestraExtensions, from Python with " +
          "finestra.spark.configure(builder)"
      )
    }
}
