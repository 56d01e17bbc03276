package dev.finestra.spark.internal.stream

import java.util.{List => JList}

import dev.finestra.aggregation.Aggregation
import dev.finestra.spark.internal.query.SlidingQuery
import dev.finestra.spark.internal.types.{ColumnAggregation, ColumnType}
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.types._

/** The parts of a [[SlidingQuery]] that a task needs: the position of times and values in a row,
  * and the types of results.
  *
  * A row has its time in microseconds, the columns of each aggregate converted to a window's
  * values, and the whole input row if results repeat it.
  */
private[spark] final case class StreamLayout(
    options: String,
    algorithm: String,
    names: Seq[String],
    aggregations: Seq[String],
    types: Seq[Seq[DataType]],
    sizes: Seq[Long],
    slide: Long,
    input: Option[StructType]
) {
  @transient lazy val choices: Seq[ColumnAggregation] =
    aggregations.zip(types).map { case (aggregation, types) =>
      ColumnAggregation.of(aggregation, types)
    }

  /** The aggregations of the windows. If an aggregate must return null for no values, its window
    * also counts the values, because the aggregate alone cannot tell.
    */
  @transient lazy val held: Seq[Aggregation[Object]] =
    aggregations.zip(types).zip(choices).map { case ((aggregation, types), choice) =>
      if (choice.isNullOfNothing)
        ColumnAggregation.of(s"tuple($aggregation, count)", types).aggregation
      else choice.aggregation
    }

  /** The largest size, or a session's gap. */
  val size: Long = sizes.max

  /** The index of each aggregate's first column, and of the column after the last one. */
  @transient lazy val starts: Array[Int] = choices.map(_.columns.size).scanLeft(1)(_ + _).toArray

  def schema: StructType = {
    val values = for {
      (name, choice) <- names.zip(choices)
      (column, i) <- choice.columns.zipWithIndex
      spark = ColumnType.of(column.value).spark
    } yield StructField(if (i == 0) name else s"${name}_${i + 1}", spark)
    StructType(
      (StructField(StreamLayout.Time, LongType, nullable = false) +: values) ++
        input.map(StructField(StreamLayout.Input, _))
    )
  }

  def time(row: Row): Long = row.getLong(0)

  def inputOf(row: Row): Row = row.getStruct(starts.last)

  /** The conversion of each aggregate's results to values of a `Row`. */
  @transient lazy val resultToRow: Array[Any => Any] = choices.map { choice =>
    val out = CatalystTypeConverters.createToScalaConverter(choice.result.spark)
    if (choice.isNullOfNothing) { (answer: Any) =>
      val both = answer.asInstanceOf[JList[_]]
      if (both.get(1) == 0L) null else out(choice.result.toSpark(both.get(0)))
    } else { (answer: Any) => out(choice.result.toSpark(answer)) }
  }.toArray
}

private[spark] object StreamLayout {
  val Time = "finestra_time"
  val Input = "finestra_row"

  def of(sliding: SlidingQuery): StreamLayout = {
    val asked = sliding.options
    StreamLayout(
      options = describe(sliding),
      algorithm = asked.algorithm,
      names = asked.aggregates.map(_.name),
      aggregations = asked.aggregates.map(_.aggregation),
      types = types(sliding),
      sizes = sliding.pieces.map(_._2),
      slide = sliding.slide.getOrElse(0L),
      input = Option.when(sliding.isPerRow)(sliding.df.schema)
    )
  }

  /** The types of each aggregate's columns. */
  private def types(sliding: SlidingQuery): Seq[Seq[DataType]] =
    sliding.options.aggregates.map(_.columns.map(sliding.attribute(_).dataType))

  /** Everything that state depends on: the options, and the types of columns. */
  private def describe(sliding: SlidingQuery): String = {
    val options = sliding.options
    val aggregates = options.aggregates.map { each =>
      s"${each.name} = ${each.aggregation} of ${each.columns.mkString(", ")}"
    }
    val windows = options.session match {
      case Some(gap) => s"session $gap"
      case None      =>
        s"size ${options.sizes.map(_._2).mkString(", ")}" +
          options.slide.fold("")(slide => s", slide $slide")
    }
    (aggregates ++ Seq(
      windows,
      s"algorithm ${options.algorithm}",
      s"emit ${options.emit}",
      s"by ${options.by.mkString(", ")}",
      s"time ${options.time}",
      s"late ${options.late}",
      s"types ${(sliding.time.dataType +: types(sliding).flatten).map(_.sql).mkString(", ")}"
    )).mkString("; ")
  }
}
