package dev.finestra.spark.stream

import java.util.{List => JList}

import dev.finestra.aggregation.Aggregation
import dev.finestra.spark.{Choice, ColumnType}
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.types._

/** What a task needs to know of a [[Sliding]]: where times and values stand in a row, and what the
  * answers are.
  *
  * A row is its time in microseconds, then the columns of each aggregate as windows take them, then
  * the input's row itself where that is answered again.
  */
private[spark] final case class Layout(
    options: String,
    algorithm: String,
    names: Seq[String],
    aggregations: Seq[String],
    types: Seq[Seq[DataType]],
    sizes: Seq[Long],
    slide: Long,
    input: Option[StructType]
) {
  @transient lazy val choices: Seq[Choice] =
    aggregations.zip(types).map { case (aggregation, types) => Choice.of(aggregation, types) }

  /** The aggregations of the windows: beside one that answers null of nothing stands a count, since
    * its answer alone does not say whether there was something.
    */
  @transient lazy val held: Seq[Aggregation[Object]] =
    aggregations.zip(types).zip(choices).map { case ((aggregation, types), choice) =>
      if (choice.isNullOfNothing) Choice.of(s"tuple($aggregation, count)", types).aggregation
      else choice.aggregation
    }

  /** The largest size, or a session's gap. */
  val size: Long = sizes.max

  /** Where the first column of each aggregate stands. */
  @transient lazy val starts: Seq[Int] = types.map(_.size).scanLeft(1)(_ + _)

  def schema: StructType = {
    val values = for {
      (name, choice) <- names.zip(choices)
      (column, i) <- choice.columns.zipWithIndex
    } yield StructField(if (i == 0) name else s"${name}_${i + 1}", taken(column))
    StructType(
      (StructField(Layout.Time, LongType, nullable = false) +: values) ++
        input.map(StructField(Layout.Input, _))
    )
  }

  private def taken(column: ColumnType): DataType = ColumnType.of(column.value).spark

  def time(row: Row): Long = row.getLong(0)

  def inputOf(row: Row): Row = row.getStruct(starts.last)

  /** The way of each aggregate's answers out of Catalyst, in which they are made. */
  @transient lazy val ways: Array[Any => Any] = choices.map { choice =>
    val out = CatalystTypeConverters.createToScalaConverter(choice.answer.spark)
    if (choice.isNullOfNothing) { (answer: Any) =>
      val both = answer.asInstanceOf[JList[_]]
      if (both.get(1) == 0L) null else out(choice.answer.of(both.get(0)))
    } else { (answer: Any) =>
      out(choice.answer.of(answer))
    }
  }.toArray
}

private[spark] object Layout {
  val Time = "finestra_time"
  val Input = "finestra_row"

  def of(sliding: Sliding): Layout = {
    val request = sliding.request
    Layout(
      options = describe(sliding),
      algorithm = request.algorithm,
      names = request.aggregates.map(_.name),
      aggregations = request.aggregates.map(_.aggregation),
      types = types(sliding),
      sizes = sliding.pieces.map(_._2),
      slide = sliding.slide.getOrElse(0L),
      input = if (sliding.isPerRow) Some(sliding.df.schema) else None
    )
  }

  /** Of the columns of each aggregate. */
  private def types(sliding: Sliding): Seq[Seq[DataType]] =
    sliding.request.aggregates.map(_.columns.map { name =>
      sliding.input.find(_.name == name).get.dataType
    })

  /** What state depends on, in the words of the options, and the types of columns. */
  private def describe(sliding: Sliding): String = {
    val request = sliding.request
    val aggregates = request.aggregates.map { each =>
      s"${each.name} = ${each.aggregation} of ${each.columns.mkString(", ")}"
    }
    val windows = request.session match {
      case Some(gap) => s"session $gap"
      case None      =>
        s"size ${request.sizes.map(_._2).mkString(", ")}" +
          request.slide.fold("")(slide => s", slide $slide")
    }
    (aggregates ++ Seq(
      windows,
      s"algorithm ${request.algorithm}",
      s"emit ${request.emit}",
      s"by ${request.by.mkString(", ")}",
      s"time ${request.time}",
      s"late ${request.late}",
      s"types ${(sliding.time.dataType +: types(sliding).flatten).map(_.sql).mkString(", ")}"
    )).mkString("; ")
  }
}
