package dev.finestra.spark.internal.functions

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream}

import dev.finestra.aggregation.Aggregation.Property
import dev.finestra.aggregation.ObjectAggregation
import dev.finestra.spark.internal.types.ColumnAggregation
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate
import org.apache.spark.sql.types.DataType

/** An aggregation of Finestra whose partial result is an object, as a function of Spark. */
private[spark] final case class ObjectAggregate(
    aggregation: String,
    override val children: Seq[Expression],
    override val mutableAggBufferOffset: Int = 0,
    override val inputAggBufferOffset: Int = 0
) extends BufferedAggregate[ObjectBuffer] {
  @transient private lazy val choice: ColumnAggregation =
    CallArguments.aggregation(aggregation, children)
  @transient private lazy val input = new ValueReader(children, choice.columns)
  @transient private lazy val objects =
    (choice.aggregation: Any).asInstanceOf[ObjectAggregation[AnyRef, Object]]

  /** Whether a partial result grows with the number of values. */
  def grows: Boolean = !choice.aggregation.is(Property.FIXED_SIZE)

  override def prettyName: String = GroupAggregate.Name
  override protected def flatArguments: Iterator[Any] = Iterator(aggregation) ++ children
  override def nullable: Boolean = true
  override def dataType: DataType = choice.result.spark

  override lazy val defaultResult: Option[Literal] =
    Option(eval(createAggregationBuffer())).map(Literal(_, dataType))

  override def createAggregationBuffer(): ObjectBuffer =
    new ObjectBuffer(objects.accumulator(), isEmpty = true)

  override def update(buffer: ObjectBuffer, row: InternalRow): ObjectBuffer = {
    val value = input.of(row)
    if (value != null) buffer.set(objects.add(buffer.state, value))
    buffer
  }

  override def merge(buffer: ObjectBuffer, other: ObjectBuffer): ObjectBuffer = {
    if (!other.isEmpty) buffer.set(objects.combineInto(buffer.state, other.state))
    buffer
  }

  /** Merges two buffers without changing them. */
  def merged(older: ObjectBuffer, newer: ObjectBuffer): ObjectBuffer =
    if (older.isEmpty) newer
    else if (newer.isEmpty) older
    else new ObjectBuffer(objects.combine(older.state, newer.state), isEmpty = false)

  override def eval(buffer: ObjectBuffer): Any =
    choice.result.toSpark(if (buffer.isEmpty) choice.ofNothing else objects.lower(buffer.state))

  override def rowsInPlaceOf(buffer: ObjectBuffer): Long =
    1 + (if (buffer.isEmpty) 0 else objects.bytes(buffer.state) / ObjectAggregate.BytesOfRow)

  override def readOfEachRow: Seq[Expression] = children

  override def serialize(buffer: ObjectBuffer): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    if (!buffer.isEmpty) objects.write(buffer.state, new DataOutputStream(bytes))
    bytes.toByteArray
  }

  override def deserialize(bytes: Array[Byte]): ObjectBuffer = {
    val buffer = createAggregationBuffer()
    if (bytes.nonEmpty) {
      val read = objects.read(new DataInputStream(new ByteArrayInputStream(bytes)))
      buffer.set(objects.combineInto(buffer.state, read))
    }
    buffer
  }

  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildrenInternal(fresh: IndexedSeq[Expression]): Expression =
    copy(children = fresh)
}

private[spark] object ObjectAggregate {

  /** About how many bytes a row of a key and a value takes. */
  private val BytesOfRow = 64
}

/** A partial result, and whether no value is in it. Adding to it may change it, so nothing else may
  * refer to it.
  */
private[spark] final class ObjectBuffer(var state: AnyRef, var isEmpty: Boolean) {
  def set(sum: AnyRef): Unit = {
    state = sum
    isEmpty = false
  }
}
