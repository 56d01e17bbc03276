package dev.finestra.spark.stream

import dev.finestra.WindowOptions
import dev.finestra.spark.{Choice, LeftOut, TimeType}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.util.QuotingUtils
import org.apache.spark.sql.classic.Dataset
import org.apache.spark.sql.types.{LongType, StringType, StructField, StructType}
import org.apache.spark.sql.{classic, DataFrame}
import org.apache.spark.unsafe.types.UTF8String

/** A request, resolved against the DataFrame that it is about: columns found, names looked up,
  * sizes in the unit of the times.
  */
private[spark] final class Sliding(val df: classic.DataFrame, val request: Request) {
  import Sliding._

  /** The input's columns, the time's among them with what Spark knows of its watermark. */
  val input: Seq[Attribute] = df.queryExecution.analyzed.output

  private val names = input.map(_.name)

  request.by.foreach(Options.checkColumn("a column of by", _, names))
  Options.checkColumn("time", request.time, names)

  val time: Attribute = attribute(request.time)
  val times: TimeType = TimeType.of("sliding", time.dataType)

  /** Sizes by label, or the gap of a session. */
  val pieces: Seq[(String, Long)] = request.pieces.map { case (label, value) =>
    val what = if (request.session.isDefined) "session" else "size"
    label -> length(if (label.isEmpty) what else s"$what '$label'", value)
  }

  /** The largest size, or the gap. */
  val size: Long = pieces.map(_._2).max

  val slide: Option[Long] = request.slide.map(length("slide", _))

  val choices: Seq[Choice] = request.aggregates.map { aggregate =>
    aggregate.columns.foreach(
      Options.checkColumn(s"a column of the aggregate '${aggregate.name}'", _, names)
    )
    Choice.of(aggregate.aggregation, aggregate.columns.map(attribute(_).dataType))
  }

  checkSlide()
  checkNames()
  choices.foreach { choice =>
    try Trees.check(request.algorithm, choice.aggregation, uses)
    catch { case unfit: UnsupportedOperationException => Options.refuse(unfit.getMessage) }
  }

  /** What the windows are used for, which an algorithm must be able to do. */
  private def uses: WindowOptions =
    if (!isPerRow || request.isUpdating) WindowOptions.NONE.outOfOrder().withRangeQueries()
    else if (pieces.size > 1) WindowOptions.NONE.inOrder().withRangeQueries()
    else WindowOptions.NONE.inOrder()

  def attribute(name: String): Attribute = input.find(_.name == name).get

  private def length(what: String, value: Any): Long = {
    val length = value match {
      case text: String             => times.length(what, UTF8String.fromString(text), StringType)
      case span: java.time.Duration => times.length(what, micros(span), StringType)
      case number: java.lang.Number => times.length(what, number.longValue, LongType)
      case other => times.length(what, UTF8String.fromString(s"$other"), StringType)
    }
    if (length <= 0) Options.refuse(s"the $what is $value; it must be above zero")
    length
  }

  private def checkSlide(): Unit = slide.foreach { slide =>
    pieces.foreach { case (label, size) =>
      if (slide > size) {
        Options.refuse(
          s"the slide ${request.slide.get} is above the size ${request.sizes.toMap.apply(label)}, so " +
            "that rows between windows would be lost; it is at most the size"
        )
      }
      if ((this.size - size) % slide != 0) {
        Options.refuse(
          s"the sizes ${request.sizes.map(_._2).mkString(" and ")} do not differ by whole slides of " +
            s"${request.slide.get}, so that their windows would not end together"
        )
      }
    }
  }

  /** Refuses columns of the answer that have the same name. */
  private def checkNames(): Unit = {
    val others = if (isPerRow) names else request.by :+ WindowColumn
    val resolver = df.sparkSession.sessionState.conf.resolver
    request.columns.zipWithIndex.foreach { case (name, i) =>
      if ((others ++ request.columns.take(i)).exists(resolver(_, name))) {
        Options.refuse(
          s"the answer would have the column '$name' twice; call the aggregate something else"
        )
      }
    }
  }

  /** The rows that have a time; the others are counted. */
  def timed: classic.DataFrame = {
    val column = df.col(QuotingUtils.quoteIdentifier(request.time))
    df.where(Columns.hasTime(column, LeftOut.in(df.sparkSession.sparkContext)))
  }

  /** Whether each row has a window of its own. */
  def isPerRow: Boolean = slide.isEmpty && request.session.isEmpty

  /** The columns of the answers, of each aggregate one for each size. */
  def answers: StructType = StructType(
    for ((aggregate, choice) <- request.aggregates.zip(choices); (label, _) <- pieces)
      yield StructField(request.column(aggregate, label), choice.answer.spark)
  )
}

private[spark] object Sliding {

  /** What the column of windows is called, as Spark calls it. */
  val WindowColumn = "window"

  def of(df: DataFrame, request: Request): DataFrame = df match {
    case dataset: Dataset[_] =>
      val sliding = new Sliding(dataset.toDF(), request)
      if (df.isStreaming) Stream.of(sliding) else Batch.of(sliding)
    case _ =>
      Options.refuse(
        "the DataFrame is one of Spark Connect, which reaches no JVM; from Python call " +
          "finestra.spark.sliding, which takes batch DataFrames there too"
      )
  }

  private def micros(span: java.time.Duration) =
    UTF8String.fromString(s"${span.getSeconds} seconds ${span.getNano / 1000} microseconds")
}
