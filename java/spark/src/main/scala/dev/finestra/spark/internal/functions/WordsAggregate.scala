package dev.finestra.spark.internal.functions

import dev.finestra.aggregation.{LongAggregation, WordsAggregation}
import dev.finestra.spark.internal.types.ColumnAggregation
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.types._

/** An aggregation of Finestra whose partial result is a fixed number of words, as a function of
  * Spark. The buffer has a column for each word, so Spark's hash aggregation holds it as it is; the
  * last column is 1 if there was a value.
  */
private[spark] final case class WordsAggregate(
    aggregation: String,
    override val children: Seq[Expression],
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends ImperativeAggregate {
  @transient private lazy val choice: ColumnAggregation =
    CallArguments.aggregation(aggregation, children)
  @transient private lazy val input = new ValueReader(children, choice.columns)
  @transient private lazy val words: WordsAggregation[Object] =
    (choice.aggregation: Any) match {
      case one: LongAggregation[_]      => one.asWords().asInstanceOf[WordsAggregation[Object]]
      case several: WordsAggregation[_] => several.asInstanceOf[WordsAggregation[Object]]
    }
  @transient private lazy val count = words.words
  @transient private lazy val (older, newer) = (new Array[Long](count), new Array[Long](count))

  override def prettyName: String = GroupAggregate.Name
  override protected def flatArguments: Iterator[Any] = Iterator(aggregation) ++ children
  override def nullable: Boolean = true
  override def dataType: DataType = choice.result.spark

  override val aggBufferAttributes: Seq[AttributeReference] =
    Seq.tabulate(words.words + 1)(i => AttributeReference(s"word$i", LongType, nullable = false)())
  override val inputAggBufferAttributes: Seq[AttributeReference] =
    aggBufferAttributes.map(_.newInstance())
  override def aggBufferSchema: StructType = DataTypeUtils.fromAttributes(aggBufferAttributes)

  override lazy val defaultResult: Option[Literal] =
    Option(choice.result.toSpark(choice.ofNothing)).map(Literal(_, dataType))

  override def initialize(buffer: InternalRow): Unit = {
    words.identity(older, 0)
    write(buffer, 0L)
  }

  override def update(buffer: InternalRow, row: InternalRow): Unit = {
    val value = input.of(row)
    if (value != null) {
      words.lift(value, newer, 0)
      combine(buffer, 1L)
    }
  }

  override def merge(buffer: InternalRow, other: InternalRow): Unit = {
    read(other, inputAggBufferOffset, newer)
    combine(buffer, other.getLong(inputAggBufferOffset + count))
  }

  override def eval(buffer: InternalRow): Any = {
    read(buffer, mutableAggBufferOffset, older)
    val isEmpty = buffer.getLong(mutableAggBufferOffset + count) == 0L
    choice.result.toSpark(if (isEmpty) choice.ofNothing else words.lower(older, 0))
  }

  private def combine(buffer: InternalRow, values: Long): Unit = {
    read(buffer, mutableAggBufferOffset, older)
    words.combine(older, 0, newer, 0, older, 0)
    write(buffer, values | buffer.getLong(mutableAggBufferOffset + count))
  }

  private def read(buffer: InternalRow, offset: Int, to: Array[Long]): Unit = {
    var i = 0
    while (i < count) {
      to(i) = buffer.getLong(offset + i)
      i += 1
    }
  }

  private def write(buffer: InternalRow, values: Long): Unit = {
    var i = 0
    while (i < count) {
      buffer.setLong(mutableAggBufferOffset + i, older(i))
      i += 1
    }
    buffer.setLong(mutableAggBufferOffset + count, values)
  }

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(children = fresh)
}
