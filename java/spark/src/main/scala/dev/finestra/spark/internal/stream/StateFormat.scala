package dev.finestra.spark.internal.stream

import java.io.{DataInput, DataOutput}
import java.nio.charset.StandardCharsets.UTF_8

import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.query.SlidingQuery
import dev.finestra.windowing.internal.columns.ColumnsConversion
import org.apache.spark.sql.catalyst.util.IntervalUtils
import org.apache.spark.unsafe.types.{CalendarInterval, UTF8String}

/** The options of a stream that decide how its state is stored.
  *
  * @param options
  *   the options without those below, as text; checkpoints contain the text, so it must stay the
  *   same from version to version
  * @param sizes
  *   the sizes of windows whose results repeat the row, in microseconds; sizes of other windows are
  *   in `options`
  * @param input
  *   the columns of the input row, if results repeat it
  */
private[spark] final case class StateFormat(
    options: Seq[String],
    aggregates: Seq[StateFormat.Aggregate],
    sizes: Seq[Long],
    input: Seq[StateFormat.Column]
) {
  import StateFormat._

  /** The name of the algorithm. */
  def algorithm: String =
    options.collectFirst { case each if isAlgorithm(each) => each.stripPrefix(AlgorithmIs) }.get

  /** The options that cannot change while the state is kept. */
  def fixed: Seq[String] = options.filterNot { each =>
    isAlgorithm(each) || each.startsWith(LateIs) || isRate(each) || (emitsChanges && isSize(each))
  }

  private def emitsChanges: Boolean = options.contains(EmitsChanges)

  /** The sizes of windows, in microseconds, if they may change. */
  def changeableSizes: Seq[Long] =
    if (emitsChanges) options.filter(isSize).flatMap(_.stripPrefix(SizeIs).split(", ").map(length))
    else sizes

  /** Whether changes have columns now that those of an earlier query lacked. */
  def hasNewColumns(before: StateFormat): Boolean =
    places(before).contains(-1) || changeableSizes != before.changeableSizes

  /** The rate of changes, in microseconds. */
  def rate: Long = options.find(isRate).fold(1L)(each => length(each.stripPrefix(RateIs)))

  /** For each aggregate its place among those of an earlier format; -1 for a new one. */
  def places(before: StateFormat): Seq[Int] =
    ColumnsConversion.places(before.aggregates.asJava, aggregates.asJava).toSeq

  def write(out: DataOutput): Unit = {
    writeAll(out, options)(writeText)
    writeAll(out, aggregates) { (out, each) =>
      writeText(out, each.aggregation)
      writeAll(out, each.columns)(writeColumn)
    }
    writeAll(out, sizes)(_.writeLong(_))
    writeAll(out, input)(writeColumn)
  }

  override def toString: String =
    (aggregates ++ (if (sizes.isEmpty) Nil else Seq("size " + shown(sizes))) ++ options)
      .mkString("; ")
}

private[spark] object StateFormat {
  private val AlgorithmIs = "algorithm "
  private val LateIs = "late "
  private val RateIs = "rate "
  private val SizeIs = "size "
  private val EmitsChanges = "emit changes"

  private def isAlgorithm(option: String) = option.startsWith(AlgorithmIs)

  private def isRate(option: String) = option.startsWith(RateIs)

  private def isSize(option: String) = option.startsWith(SizeIs)

  /** A length of time in microseconds. */
  private def length(text: String): Long =
    IntervalUtils.stringToInterval(UTF8String.fromString(text)).microseconds

  /** A column's name and its type as text. */
  final case class Column(name: String, kind: String, isNullable: Boolean) {
    override def toString: String = s"$name $kind"
  }

  final case class Aggregate(aggregation: String, columns: Seq[Column]) {
    override def toString: String =
      if (columns.isEmpty) aggregation else s"$aggregation of ${columns.mkString(", ")}"
  }

  def of(sliding: SlidingQuery, history: Option[StreamHistory]): StateFormat = {
    val options = sliding.options
    def column(name: String) = {
      val found = sliding.attribute(name)
      Column(name, found.dataType.catalogString, found.nullable)
    }
    val sizes = sliding.pieces.map(_._2)
    // State does not contain the order of sizes.
    val sorted = sizes.sorted
    val windows =
      if (options.session.isDefined) Seq("session " + shown(sorted))
      else if (sliding.repeatsRows) Seq("a window for each row")
      else Seq(SizeIs + shown(sorted)) ++ sliding.slide.map(each => "slide " + shown(Seq(each)))
    val rate = sliding.rate.map(each => RateIs + shown(Seq(each)))
    StateFormat(
      options = windows ++ rate ++ Seq(
        AlgorithmIs + sliding.algorithm,
        s"emit ${options.emit}",
        s"by ${options.by.map(column).mkString(", ")}",
        s"time ${column(options.time)}",
        LateIs + options.late
      ) ++ history.map(each => StreamHistory.shown(each.until)),
      aggregates = options.aggregates.map { each =>
        // Whether a column may be null does not matter to an aggregate.
        Aggregate(each.aggregation, each.columns.map(column(_).copy(isNullable = true)))
      },
      sizes = if (sliding.repeatsRows) sizes else Nil,
      input =
        if (!sliding.repeatsRows) Nil
        else
          sliding.df.schema.map { field =>
            Column(field.name, field.dataType.catalogString, field.nullable)
          }
    )
  }

  /** Lengths of time in microseconds, for messages. */
  private def shown(lengths: Seq[Long]): String =
    lengths.map(new CalendarInterval(0, 0, _)).mkString(", ")

  def read(in: DataInput): StateFormat = StateFormat(
    options = readAll(in)(readText),
    aggregates = readAll(in)(in => Aggregate(readText(in), readAll(in)(readColumn))),
    sizes = readAll(in)(_.readLong()),
    input = readAll(in)(readColumn)
  )

  private def writeAll[T](out: DataOutput, all: Seq[T])(write: (DataOutput, T) => Unit): Unit = {
    out.writeInt(all.size)
    all.foreach(write(out, _))
  }

  private def readAll[T](in: DataInput)(read: DataInput => T): Seq[T] =
    Seq.fill(in.readInt())(read(in))

  /** A text of any length. */
  private def writeText(out: DataOutput, text: String): Unit = {
    val bytes = text.getBytes(UTF_8)
    out.writeInt(bytes.length)
    out.write(bytes)
  }

  private def readText(in: DataInput): String = {
    val bytes = new Array[Byte](in.readInt())
    in.readFully(bytes)
    new String(bytes, UTF_8)
  }

  private def writeColumn(out: DataOutput, column: Column): Unit = {
    writeText(out, column.name)
    writeText(out, column.kind)
    out.writeBoolean(column.isNullable)
  }

  private def readColumn(in: DataInput): Column =
    Column(readText(in), readText(in), in.readBoolean())
}
