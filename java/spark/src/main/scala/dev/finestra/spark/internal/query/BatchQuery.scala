package dev.finestra.spark.internal.query

import java.util.Locale

import dev.finestra.aggregation.Aggregation.Property
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.functions.{call_function, col, expr, lit, session_window}
import org.apache.spark.sql.types._
import org.apache.spark.sql.{Column, DataFrame}

/** Sliding windows over a batch, written as plain Spark: `OVER` where each row has its own window,
  * otherwise a `groupBy` with `window` or `session_window`. The results are those of a stream that
  * has the same rows, none of them late.
  *
  * In a batch, the option `algorithm` is checked and has no other effect: the planner uses
  * `spark.finestra.algorithm`.
  */
private[spark] object BatchQuery {
  def of(sliding: SlidingQuery): DataFrame = {
    if (sliding.options.history.isDefined) {
      SlidingOptions.refuse(
        "history is given, but the rows are a batch; only a stream starts with history. Call " +
          "history.unionByName(rows)."
      )
    }
    if (sliding.options.emitsChanges) {
      SlidingOptions.refuse(
        "emit is 'changes', but the rows are a batch; only a stream emits changes. Leave emit out."
      )
    }
    checkExtension(sliding)
    val df = sliding.timed
    if (sliding.isPerRow) perRow(sliding, df) else perWindow(sliding, df)
  }

  private def perRow(sliding: SlidingQuery, df: DataFrame): DataFrame = {
    val options = sliding.options
    val by = options.by.map(quoted)
    val partition = if (by.isEmpty) "" else by.mkString("PARTITION BY ", ", ", " ")
    val answers = each(sliding, inTimeOrder = true) { (call, size) =>
      val frame = s"RANGE BETWEEN ${literal(sliding, size)} PRECEDING AND CURRENT ROW"
      s"$call OVER (${partition}ORDER BY ${exact(sliding, quoted(options.time))} $frame)"
    }
    df.select(col("*") +: answers: _*)
  }

  private def perWindow(sliding: SlidingQuery, df: DataFrame): DataFrame = {
    val options = sliding.options
    val time = df.col(quoted(options.time))
    sliding.checkTimestamp(
      "Windows with a slide or a session need a TIMESTAMP; for other times call finestra_slides"
    )
    val windows = sliding.slide match {
      case None        => session_window(time, micros(sliding.size))
      case Some(slide) =>
        // By its name, because `functions.window` of Spark 3.5 does not reach PlaceWindows.
        call_function("window", time, lit(micros(sliding.size)), lit(micros(slide)))
    }
    // Spark merges the rows of a session in order of time.
    val answers = each(sliding, inTimeOrder = sliding.slide.isEmpty) { (call, size) =>
      if (size == sliding.size) call
      else {
        // All sizes have the same ends, so a filter picks the rows of the smaller windows.
        val (row, end) = (exact(sliding, quoted(options.time)), exact(sliding, s"$Windows.end"))
        s"$call FILTER (WHERE $row >= $end - ${literal(sliding, size)})"
      }
    }
    val isOne = sliding.pieces.size == 1
    val rows = if (isOne) df else df.select(col("*"), windows.as(Windows))
    val by = options.by.map(name => rows.col(quoted(name)))
    val output = options.by.map(quoted) ++ Seq("window") ++ options.columns.map(quoted)
    rows
      .groupBy(by :+ (if (isOne) windows else col(Windows)).as("window"): _*)
      .agg(answers.head, answers.tail: _*)
      .select(output.map(col): _*)
  }

  /** The column of a row's windows, if the windows have several sizes. */
  private val Windows = "__finestra_window"

  /** A column for each aggregate and size.
    *
    * @param inTimeOrder
    *   whether Spark aggregates rows in order of time; if not, an aggregation that is not
    *   commutative is called with the time
    * @param sql
    *   the SQL of a column, from the aggregate's call and the window's size
    */
  private def each(sliding: SlidingQuery, inTimeOrder: Boolean)(
      sql: (String, Long) => String
  ): Seq[Column] =
    for {
      (aggregate, choice) <- sliding.options.aggregates.zip(sliding.choices)
      (label, size) <- sliding.pieces
    } yield {
      val name = aggregate.aggregation.replace("\\", "\\\\").replace("'", "\\'")
      val columns = aggregate.columns.map(quoted)
      val call =
        if (inTimeOrder || choice.aggregation.is(Property.COMMUTATIVE))
          (s"'$name'" +: columns).mkString("finestra_agg(", ", ", ")")
        else {
          val value =
            if (columns.size == 1) columns.head else columns.mkString("struct(", ", ", ")")
          s"finestra_last('$name', $value, ${quoted(sliding.options.time)}, '${micros(size)}')"
        }
      expr(sql(call, size)).as(sliding.options.column(aggregate, label))
    }

  /** The time as a type from which any size can be subtracted, and whose days have 24 hours. In
    * Spark's interval arithmetic a day depends on the session's time zone.
    */
  private def exact(sliding: SlidingQuery, time: String): String = sliding.time.dataType match {
    case TimestampType                      => s"unix_micros($time)"
    case ByteType | ShortType | IntegerType => s"CAST($time AS BIGINT)"
    case _                                  => time
  }

  /** A size as a SQL literal that fits this time. */
  private def literal(sliding: SlidingQuery, size: Long): String = sliding.time.dataType match {
    case TimestampNTZType =>
      s"INTERVAL '${size / 1000000}.${"%06d".formatLocal(Locale.ROOT, size % 1000000)}' SECOND"
    case DateType => s"$size"
    case _        => s"${size}L"
  }

  private def micros(length: Long) = s"$length microseconds"

  private def quoted(name: String): String = quoteIdentifier(name)

  private def checkExtension(sliding: SlidingQuery): Unit =
    if (!sliding.df.sparkSession.catalog.functionExists("finestra_agg")) {
      SlidingOptions.refuse(
        "Finestra is not switched on in this session; start it with " +
          "spark.sql.extensions=dev.finestra.spark.FinestraExtensions, in Python with " +
          "finestra.spark.configure(builder)."
      )
    }
}
