package dev.finestra.spark.internal.stream

import java.io._
import java.util.Arrays

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter

/** Reads one array of bytes after the other. The JDK's stream of bytes takes a lock for each byte.
  */
private[stream] final class BytesInput extends InputStream {
  private var bytes: Array[Byte] = _
  private var at = 0

  /** What is left of the bytes. */
  val data: DataInput = new DataInputStream(this)

  /** Continues with other bytes. */
  def of(other: Array[Byte]): DataInput = {
    bytes = other
    at = 0
    data
  }

  override def read(): Int =
    if (at == bytes.length) -1
    else {
      at += 1
      bytes(at - 1) & 0xff
    }

  override def read(to: Array[Byte], offset: Int, most: Int): Int = {
    val count = math.min(most, bytes.length - at)
    if (count <= 0 && most > 0) -1
    else {
      System.arraycopy(bytes, at, to, offset, count)
      at += count
      count
    }
  }
}

/** Rows with one column of bytes. Each is overwritten when the next one is made. */
private[stream] final class BytesRow {
  private val writer = new UnsafeRowWriter(1)

  def of(bytes: Array[Byte]): UnsafeRow = {
    writer.reset()
    writer.zeroOutNullBytes()
    writer.write(0, bytes)
    writer.getRow
  }
}

/** Writes one array of bytes after the other, without the lock of the JDK's stream of bytes. */
private[stream] final class BytesOutput extends OutputStream {
  private var bytes = new Array[Byte](64)
  private var length = 0
  private val data = new DataOutputStream(this)

  /** The bytes that `write` writes. */
  def of(write: DataOutput => Unit): Array[Byte] = {
    length = 0
    write(data)
    Arrays.copyOf(bytes, length)
  }

  override def write(byte: Int): Unit = {
    reserve(1)
    bytes(length) = byte.toByte
    length += 1
  }

  override def write(from: Array[Byte], offset: Int, count: Int): Unit = {
    reserve(count)
    System.arraycopy(from, offset, bytes, length, count)
    length += count
  }

  private def reserve(count: Int): Unit =
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, math.max(2 * bytes.length, length + count))
    }
}
