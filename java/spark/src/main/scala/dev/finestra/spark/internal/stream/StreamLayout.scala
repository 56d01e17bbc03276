package dev.finestra.spark.internal.stream

import dev.finestra.aggregation.{Aggregation, WordsAggregation}
import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.spark.internal.JavaCollections._
import dev.finestra.spark.internal.query.SlidingQuery
import dev.finestra.spark.internal.types.{ColumnAggregation, ColumnType}
import dev.finestra.windowing.{WindowGrid, WindowResult}
import dev.finestra.windowing.internal.columns.ColumnAggregations
import dev.finestra.windowing.internal.logic.KeyHeader
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

/** The parts of a [[SlidingQuery]] that a task needs: the kind of windows, the position of times
  * and values in a row, and the types of results.
  *
  * A row has its time in microseconds, the columns of each aggregate converted to a window's
  * values, and the whole input row if results repeat it.
  *
  * @param format
  *   the options that the state is checked against
  * @param kind
  *   which [[KeyProcessor]] runs
  * @param keys
  *   the columns of the key
  * @param until
  *   the end of the history, in microseconds
  */
private[spark] final case class StreamLayout(
    format: StateFormat,
    kind: StreamKind,
    keys: StructType,
    algorithm: String,
    aggregates: Seq[StreamAggregate],
    sizes: Seq[Long],
    slide: Long,
    until: Option[Long],
    input: Option[StructType]
) {
  @transient lazy val choices: IndexedSeq[ColumnAggregation] =
    aggregates.toIndexedSeq.map(each => ColumnAggregation.of(each.aggregation, each.types))

  /** All aggregates in one window. */
  def aggregation: Aggregation[WindowResult] = StreamLayout.aggregation(choices)

  /** The result of a window without rows, used if another of several sizes has rows. */
  def none: WindowResult = new WindowResult(0, StreamLayout.ofNothing(choices))

  def repeatsRows: Boolean = input.isDefined

  /** Whether keys have [[KeyNotes]]. */
  def hasNotes: Boolean = repeatsRows || kind.isUpdating

  /** The largest size, or a session's gap. */
  val size: Long = sizes.max

  /** The grid of the largest windows, if they slide. */
  def grid: WindowGrid = WindowGrid.of(size, slide, 0L)

  /** Stores in a key's header when the key is due. Windows that slide and are emitted once do not
    * need it: the logic itself keeps the end of the next window there, and an empty key has no
    * state.
    */
  def setDue(header: KeyHeader, due: Long): Unit =
    if (kind != StreamKind.Slides) header.timer = due

  /** When a key with this header is due. */
  def due(header: KeyHeader): Long = if (kind == StreamKind.Slides) header.next else header.timer

  /** Whether all times at which results are due are ends of windows on the grid. */
  def isOnGrid: Boolean = slide > 0

  /** The index of each aggregate's first column, and of the column after the last one. */
  @transient private lazy val starts: Array[Int] = StreamLayout.starts(choices).toArray

  /** Whether rows are combined before the shuffle. The order in which partitions are combined is
    * not that of their rows, so rows are combined only if all aggregates are commutative and their
    * partial results are words. Windows that drop rows out of order need each row.
    */
  @transient lazy val isCombined: Boolean = {
    val all = aggregation
    val acceptsAnyOrder = kind match {
      case StreamKind.Slides                        => true
      case StreamKind.SlideUpdates(isCorrecting, _) => isCorrecting
      case _                                        => false
    }
    acceptsAnyOrder && all.is(Property.COMMUTATIVE) && all.isInstanceOf[WordsAggregation[_]]
  }

  /** The columns of a partial result of rows of one pane: its start, then the words. */
  def combined: StructType = {
    val words = aggregation.asInstanceOf[WordsAggregation[_]].words
    StructType(
      (StreamLayout.Time +: (1 to words).map(i => s"finestra_word_$i"))
        .map(StructField(_, LongType, nullable = false))
    )
  }

  /** The columns that are shuffled besides the key. */
  def shuffled: StructType = if (isCombined) combined else schema

  def schema: StructType = {
    val values = for {
      (aggregate, choice) <- aggregates.zip(choices)
      (column, i) <- choice.columns.zipWithIndex
      name = if (i == 0) aggregate.name else s"${aggregate.name}_${i + 1}"
    } yield StructField(name, ColumnType.of(column.value).spark)
    StructType(
      (StructField(StreamLayout.Time, LongType, nullable = false) +: values) ++
        input.map(StructField(StreamLayout.Input, _))
    )
  }

  def time(row: InternalRow): Long = row.getLong(0)

  /** The whole input row, which results repeat. */
  def inputOf(row: InternalRow): InternalRow = row.getStruct(starts.last, input.get.length)

  /** A row's value for each aggregate: null if it skips the row, an array for several columns. */
  def values(row: InternalRow): Array[Object] = {
    val values = new Array[Object](readers.length)
    for (i <- readers.indices) {
      val columns = readers(i)
      if (columns.length == 1) values(i) = columns(0)(row)
      else {
        val all = columns.map(_(row))
        if (all.exists(_ != null)) values(i) = all
      }
    }
    values
  }

  /** The value that a window inserts for a shuffled row. */
  def inserted(row: InternalRow): Object =
    if (isCombined) wordsOf(row) else values(row)

  private def wordsOf(row: InternalRow): Array[Long] = {
    val words = new Array[Long](row.numFields - 1)
    var i = 0
    while (i < words.length) {
      words(i) = row.getLong(i + 1)
      i += 1
    }
    words
  }

  /** The values of each aggregate's columns in a row. */
  @transient private lazy val readers: Array[Array[InternalRow => Object]] =
    choices.zipWithIndex.map { case (choice, i) =>
      choice.columns.zipWithIndex.map { case (column, c) =>
        reader(starts(i) + c, column.value)
      }.toArray
    }.toArray

  private def reader(column: Int, value: ValueType): InternalRow => Object = {
    val read: InternalRow => Object = value match {
      case ValueType.LONG   => row => Long.box(row.getLong(column))
      case ValueType.DOUBLE => row => Double.box(row.getDouble(column))
      case ValueType.STRING => row => row.getUTF8String(column).toString
    }
    row => if (row.isNullAt(column)) null else read(row)
  }

  /** These columns, then the results as Spark's values: all sizes of the first aggregate, then all
    * sizes of the next one.
    */
  def answers(columns: Array[Any], values: Array[Object]): Array[Any] = {
    val answers = columns.padTo(columns.length + values.length, null)
    for (i <- values.indices) {
      answers(columns.length + i) = choices(i / sizes.length).result.toSpark(values(i))
    }
    answers
  }
}

private[spark] object StreamLayout {
  val Time = "finestra_time"
  val Input = "finestra_row"

  /** The key of a stream without a key, because Spark needs one. */
  private val OneKey = new StructType().add("finestra_key", BooleanType, nullable = false)

  /** All aggregates in one window. */
  def aggregation(choices: Seq[ColumnAggregation]): Aggregation[WindowResult] =
    ColumnAggregations.of(
      choices.map(_.aggregation).mkString("columns [", ", ", "]"),
      choices.map(choice => choice.aggregation: Aggregation[_]).asJava,
      ofNothing(choices)
    )

  /** The index of each aggregate's first column in a row, and of the column after the last one. */
  def starts(choices: Seq[ColumnAggregation]): Seq[Int] =
    choices.map(_.columns.size).scanLeft(1)(_ + _)

  private def ofNothing(choices: Seq[ColumnAggregation]): Array[Object] =
    choices.map(_.ofNothing).toArray

  def of(sliding: SlidingQuery, history: Option[StreamHistory]): StreamLayout = {
    val asked = sliding.options
    StreamLayout(
      format = StateFormat.of(sliding, history),
      kind = StreamKind.of(sliding, history),
      keys =
        if (asked.by.isEmpty) StreamLayout.OneKey
        else {
          val keys = asked.by.map(name => sliding.df.schema(name))
          // The history may have nulls where the stream has none.
          StructType(if (history.isEmpty) keys else keys.map(_.copy(nullable = true)))
        },
      algorithm = sliding.algorithm,
      aggregates = asked.aggregates.map { each =>
        val types = each.columns.map(sliding.attribute(_).dataType)
        StreamAggregate(each.name, each.aggregation, types)
      },
      sizes = sliding.pieces.map(_._2),
      slide = sliding.slide.getOrElse(0L),
      until = history.map(_.until),
      input = if (sliding.repeatsRows) Some(sliding.df.schema) else None
    )
  }
}

/** An aggregate of a stream's windows, and the types of the columns that it aggregates. */
private[spark] final case class StreamAggregate(
    name: String,
    aggregation: String,
    types: Seq[DataType]
)
