package dev.finestra.spark.internal.over

import java.util.{Collections, Set => JSet}

import dev.finestra.aggregation.Aggregation.{Property, ValueType}
import dev.finestra.aggregation.WordsAggregation
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

/** Spark's functions as an aggregation over words. A buffer of fixed-width fields is a binary row
  * of Spark in the window's own arrays; nothing is allocated for a row.
  *
  * The words are one bit for each null, then one word for each field. Not thread-safe.
  */
private[spark] final class RowWordsAggregation(override val name: String, buffers: AggregateBuffers)
    extends WordsAggregation[WordsBuffer]
    with EvaluatedBuffer[WordsBuffer] {
  private val fields = buffers.types.size
  private val nulls = UnsafeRow.calculateBitSetWidthInBytes(fields) / 8
  private val size = nulls + fields
  private val functions = buffers.registers.orNull
  private val (a, b, c) = (new UnsafeRow(fields), new UnsafeRow(fields), new UnsafeRow(fields))
  private val merged = new WordsBuffer
  private val scratch = new Array[Long](size)
  private val initial = new Array[Long](size)
  buffers.initialize(at(a, initial, 0))

  private def at(row: UnsafeRow, words: Array[Long], index: Int): UnsafeRow = {
    row.pointTo(words, Platform.LONG_ARRAY_OFFSET + 8L * index, 8 * size)
    row
  }

  override def words: Int = size
  override def input: ValueType = ValueType.LONG
  override def properties: JSet[Property] = Collections.singleton(Property.FIXED_SIZE)
  override def empty: WordsBuffer = null

  override def identity(to: Array[Long], t: Int): Unit =
    System.arraycopy(initial, 0, to, t, size)

  override def lift(row: AnyRef, to: Array[Long], t: Int): Unit = {
    identity(to, t)
    buffers.lift(at(a, to, t), row.asInstanceOf[InternalRow])
  }

  override def combine(
      older: Array[Long],
      o: Int,
      newer: Array[Long],
      n: Int,
      to: Array[Long],
      t: Int
  ): Unit =
    if (functions != null) {
      if (buffers.declares) buffers.mergeDeclared(at(a, older, o), at(b, newer, n), at(c, to, t))
      else System.arraycopy(older, o, to, t, nulls)
      var i = 0
      while (i < functions.length) {
        functions(i).merge(older, o + nulls, newer, n + nulls, to, t + nulls)
        i += 1
      }
    } else if (buffers.readsFirst) {
      buffers.merge(at(a, older, o), at(b, newer, n), at(c, to, t))
    } else {
      System.arraycopy(older, o, scratch, 0, size)
      val both = at(c, scratch, 0)
      buffers.merge(both, at(b, newer, n), both)
      System.arraycopy(scratch, 0, to, t, size)
    }

  /** A view of the buffer, which the next call of the window may overwrite. */
  override def lower(state: Array[Long], s: Int): WordsBuffer = {
    merged.words = state
    merged.start = s
    merged
  }

  override def writeResults(buffer: WordsBuffer): Unit = {
    val row = at(a, buffer.words, buffer.start)
    if (functions == null) buffers.writeResults(row)
    else buffers.writeResults(row, buffer.words, buffer.start + nulls, functions)
  }

  override def lift(value: Long, to: Array[Long], t: Int): Unit = noRow()
  override def lift(value: Double, to: Array[Long], t: Int): Unit = noRow()

  private def noRow(): Nothing =
    throw new UnsupportedOperationException(s"$name accepts rows of Spark, not numbers.")
}

/** A view of a buffer in an array of words. */
private[over] final class WordsBuffer {
  var words: Array[Long] = _
  var start = 0
}

private[spark] object RowWordsAggregation {

  /** Whether every field fits a word. */
  def fit(types: Seq[DataType]): Boolean = types.forall {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType =>
      true
    case DateType | TimestampType | TimestampNTZType       => true
    case _: DayTimeIntervalType | _: YearMonthIntervalType => true
    case _                                                 => false
  }
}
