package dev.finestra.spark.stream

import java.util.Locale

import dev.finestra.aggregation.Aggregation.Property
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.functions.{col, expr, session_window, window}
import org.apache.spark.sql.types._
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
    val answers = each(sliding, inTimeOrder = true) { (call, size) =>
      val frame = s"RANGE BETWEEN ${literal(sliding, size)} PRECEDING AND CURRENT ROW"
      s"$call OVER (${partition}ORDER BY ${exact(sliding, quoted(request.time))} $frame)"
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
        // Spark merges a session's rows in the order of their times.
        val answers = each(sliding, inTimeOrder = true)((call, _) => call)
        df.groupBy(by :+ session_window(time, micros(sliding.size)).as("window"): _*)
          .agg(answers.head, answers.tail: _*)
      case Some(slide) if sliding.pieces.size == 1 =>
        val answers = each(sliding, inTimeOrder = false)((call, _) => call)
        df.groupBy(by :+ window(time, micros(sliding.size), micros(slide)): _*)
          .agg(answers.head, answers.tail: _*)
      case Some(slide) =>
        // The smaller windows end with the largest, so each row says to which of them it belongs.
        val each = window(time, micros(sliding.size), micros(slide)).as(Held)
        val answers = this.each(sliding, inTimeOrder = false) { (call, size) =>
          if (size == sliding.size) call
          else {
            val (row, end) = (exact(sliding, quoted(request.time)), exact(sliding, s"$Held.end"))
            s"$call FILTER (WHERE $row >= $end - ${literal(sliding, size)})"
          }
        }
        df.select(col("*"), each)
          .groupBy(request.by.map(name => col(quoted(name))) :+ col(Held).as("window"): _*)
          .agg(answers.head, answers.tail: _*)
    }
    grouped.select(output.map(col): _*)
  }

  private val Held = "__finestra_window"

  /** A column for each aggregate and size, by what SQL makes of the call. Where rows do not come in
    * the order of their times, and it matters, the call is of windows that go by the times.
    */
  private def each(sliding: Sliding, inTimeOrder: Boolean)(
      sql: (String, Long) => String
  ): Seq[Column] =
    for {
      (aggregate, choice) <- sliding.request.aggregates.zip(sliding.choices)
      (label, size) <- sliding.pieces
    } yield {
      val name = aggregate.aggregation.replace("\\", "\\\\").replace("'", "\\'")
      val columns = aggregate.columns.map(quoted).mkString(", ")
      val call =
        if (inTimeOrder || choice.aggregation.is(Property.COMMUTATIVE))
          s"finestra_agg('$name', $columns)"
        else {
          val value = if (aggregate.columns.size == 1) columns else s"struct($columns)"
          s"finestra_last('$name', $value, ${quoted(sliding.request.time)}, '${micros(size)}')"
        }
      expr(sql(call, size)).as(sliding.request.column(aggregate, label))
    }

  /** A time in whose order a day has 24 hours, as everywhere in Finestra, and not those of the
    * session's zone; and of which any size can be taken.
    */
  private def exact(sliding: Sliding, time: String): String = sliding.time.dataType match {
    case TimestampType                      => s"unix_micros($time)"
    case ByteType | ShortType | IntegerType => s"CAST($time AS BIGINT)"
    case _                                  => time
  }

  /** A size as SQL has it beside that time. */
  private def literal(sliding: Sliding, size: Long): String = sliding.time.dataType match {
    case TimestampNTZType =>
      s"INTERVAL '${size / 1000000}.${"%06d".formatLocal(Locale.ROOT, size % 1000000)}' SECOND"
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
