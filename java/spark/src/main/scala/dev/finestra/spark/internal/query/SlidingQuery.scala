package dev.finestra.spark.internal.query

import dev.finestra.WindowOptions
import dev.finestra.spark.internal.{classic, DroppedRows, ExactAlgorithms}
import dev.finestra.spark.internal.types.{ColumnAggregation, TimeType}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.util.QuotingUtils
import org.apache.spark.sql.types._
import org.apache.spark.sql.DataFrame
import org.apache.spark.unsafe.types.UTF8String

/** The options resolved for a DataFrame: its columns, its aggregations, and sizes in the unit of
  * the times.
  */
private[spark] final class SlidingQuery(val df: classic.DataFrame, val options: SlidingOptions) {
  import SlidingQuery._

  /** The input's columns; the metadata of the time has its watermark. */
  val input: Seq[Attribute] = df.queryExecution.analyzed.output

  private val names = input.map(_.name)

  options.by.foreach(SlidingOptions.checkColumn("a column of by", _, names))
  SlidingOptions.checkColumn("time", options.time, names)

  val time: Attribute = attribute(options.time)
  val times: TimeType = TimeType.of("sliding", time.dataType)

  /** Sizes by label, or the gap of a session. */
  val pieces: Seq[(String, Long)] = options.sizes.map { case (label, value) =>
    val what = if (options.session.isDefined) "session" else "size"
    label -> length(if (label.isEmpty) what else s"$what '$label'", value)
  }

  /** The largest size, or the gap. */
  val size: Long = pieces.map(_._2).max

  val slide: Option[Long] = options.slide.map(length("slide", _))

  val rate: Option[Long] = options.rate.map(length("rate", _))

  val choices: Seq[ColumnAggregation] = options.aggregates.map { aggregate =>
    aggregate.columns.foreach(
      SlidingOptions.checkColumn(s"a column of the aggregate '${aggregate.name}'", _, names)
    )
    ColumnAggregation.of(aggregate.aggregation, aggregate.columns.map(attribute(_).dataType))
  }

  checkSlide()
  checkNames()

  /** The algorithm of a stream's windows. Each aggregate is checked; the option means the same
    * algorithm for all of them.
    */
  val algorithm: String = choices.map { choice =>
    ExactAlgorithms.onPages(options.algorithm, choice.aggregation, uses)
  }.head

  /** How the windows are used, which the algorithm must support. */
  def uses: WindowOptions =
    if (!repeatsRows || options.isUpdating) WindowOptions.NONE.outOfOrder().withRangeQueries()
    else if (pieces.size > 1) WindowOptions.NONE.inOrder().withRangeQueries()
    else WindowOptions.NONE.inOrder()

  def attribute(name: String): Attribute = input.find(_.name == name).get

  private def length(what: String, value: Any): Long = {
    val length = value match {
      case number: java.lang.Number => times.length(what, number.longValue, LongType)
      case span: java.time.Duration => textLength(what, micros(span))
      case other                    => textLength(what, s"$other")
    }
    if (length <= 0) SlidingOptions.refuse(s"The $what is $value; it must be above zero.")
    length
  }

  private def textLength(what: String, text: String): Long =
    times.length(what, UTF8String.fromString(text), StringType)

  private def checkSlide(): Unit = slide.foreach { slide =>
    pieces.foreach { case (label, size) =>
      if (slide > size) {
        SlidingOptions.refuse(
          s"The slide ${options.slide.get} is above the size ${options.sizes.toMap.apply(label)}, so " +
            "that rows between windows would be lost; it must be at most the size."
        )
      }
      if ((this.size - size) % slide != 0) {
        SlidingOptions.refuse(
          s"The sizes ${options.sizes.map(_._2).mkString(" and ")} must differ by a multiple of the " +
            s"slide ${options.slide.get}, so that their windows end together."
        )
      }
    }
  }

  /** Rejects a time that is no timestamp.
    *
    * @param need
    *   the beginning of the message: who needs a timestamp
    */
  def checkTimestamp(need: String): Unit = time.dataType match {
    case TimestampType | TimestampNTZType =>
    case other => SlidingOptions.refuse(s"$need. The time '${options.time}' is ${other.sql}.")
  }

  /** Rejects a result with two columns of one name. */
  private def checkNames(): Unit = {
    val others =
      if (repeatsRows) names
      else options.by :+ (if (options.emitsChanges) options.time else WindowColumn)
    if (options.emitsChanges && options.by.contains(options.time)) {
      SlidingOptions.refuse(
        s"The column '${options.time}' is in by and is the time of results; rename one of them."
      )
    }
    val resolver = df.sparkSession.sessionState.conf.resolver
    options.columns.zipWithIndex.foreach { case (name, i) =>
      if ((others ++ options.columns.take(i)).exists(resolver(_, name))) {
        SlidingOptions.refuse(
          s"The result would have the column '$name' twice; choose another name for the aggregate."
        )
      }
    }
  }

  /** The rows that have a time; the others are dropped and counted. */
  def timed: classic.DataFrame = {
    val column = df.col(QuotingUtils.quoteIdentifier(options.time))
    df.where(InputColumns.hasTime(column, DroppedRows.in(df.sparkSession.sparkContext)))
  }

  /** Whether windows reach back from a row, or from the time of a change. */
  def isPerRow: Boolean = slide.isEmpty && options.session.isEmpty

  /** Whether each result repeats the row that it belongs to. */
  def repeatsRows: Boolean = isPerRow && !options.emitsChanges

  /** The columns of results: for each aggregate one of each size. */
  def answers: StructType = StructType(
    for ((aggregate, choice) <- options.aggregates.zip(choices); (label, _) <- pieces)
      yield StructField(options.column(aggregate, label), choice.result.spark)
  )
}

private[spark] object SlidingQuery {

  /** The column of windows, named as in Spark. */
  val WindowColumn = "window"

  def of(df: DataFrame, options: SlidingOptions): SlidingQuery = df match {
    case dataset: classic.Dataset[_] => new SlidingQuery(dataset.toDF(), options)
    case _                           =>
      SlidingOptions.refuse(
        "The DataFrame belongs to a client of Spark Connect, which reaches no JVM; call " +
          "finestra.spark.sliding of Python, which works there too."
      )
  }

  private def micros(span: java.time.Duration) =
    s"${span.getSeconds} seconds ${span.getNano / 1000} microseconds"
}
