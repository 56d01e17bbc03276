package dev.finestra.spark.internal.over.columns

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

/** The results of a block's rows as binary rows of Spark, written one function at a time. */
private[over] final class ResultRows(functions: Array[ColumnFunction], types: Seq[DataType]) {
  private val fields = functions.length
  private val nullBytes = UnsafeRow.calculateBitSetWidthInBytes(fields)
  private val width = nullBytes + 8 * fields
  private val bytes = new Array[Byte](width * FrameBlock.Rows)
  private val row = new UnsafeRow(fields)
  private val isFloating = types.map(ValueColumn.isFloating).toArray
  private val isFloat = types.map(_ == FloatType).toArray

  /** The bits of a whole number that its type uses. */
  private val used = types.map(of => -1L >>> (64 - 8 * of.defaultSize)).toArray

  private var hasFailed = false

  /** Writes the results of the block's first rows. */
  def write(count: Int): Unit = {
    java.util.Arrays.fill(bytes, 0, count * width, 0.toByte)
    hasFailed = false
    var ordinal = 0
    while (ordinal < fields) {
      hasFailed |= functions(ordinal).hasFailed
      write(functions(ordinal), ordinal, count)
      ordinal += 1
    }
  }

  private def write(function: ColumnFunction, ordinal: Int, count: Int): Unit = {
    val (nulls, longs, doubles) = (function.nulls, function.longs, function.doubles)
    var at = Platform.BYTE_ARRAY_OFFSET + nullBytes + 8L * ordinal
    var i = 0
    while (i < count) {
      if (nulls(i)) apply(i).setNullAt(ordinal)
      else if (!isFloating(ordinal)) Platform.putLong(bytes, at, longs(i) & used(ordinal))
      else if (isFloat(ordinal)) Platform.putFloat(bytes, at, doubles(i).toFloat)
      else Platform.putDouble(bytes, at, doubles(i))
      at += width
      i += 1
    }
  }

  /** The results at a row of the block, until the next call. Throws if one of them is an error. */
  def at(i: Int): UnsafeRow = {
    if (hasFailed) functions.foreach(f => if (f.hasFailed) f.check(i))
    apply(i)
  }

  private def apply(i: Int): UnsafeRow = {
    row.pointTo(bytes, Platform.BYTE_ARRAY_OFFSET + i * width, width)
    row
  }
}
