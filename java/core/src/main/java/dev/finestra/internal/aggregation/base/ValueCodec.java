package dev.finestra.internal.aggregation.base;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes values as bytes and reads them. Arrays grow while they are read, so a damaged length costs
 * no more memory than the bytes that follow it.
 */
public final class ValueCodec {
  private static final int PIECE = 1024;
  private static final int BYTES = 1 << 16;

  private ValueCodec() {}

  /** Reads a length; rejects a negative one and one above the limit. */
  public static int length(DataInput in, int limit, String what) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > limit) {
      throw new IOException(
          "The bytes claim " + length + " " + what + "; at most " + limit + " are possible.");
    }
    return length;
  }

  public static void writeText(String text, DataOutput out) throws IOException {
    SizeLimits.check("a text", text.length(), SizeLimits.CHARACTERS, "characters");
    out.writeInt(text.length());
    out.writeChars(text);
  }

  public static String readText(DataInput in) throws IOException {
    int length = length(in, SizeLimits.CHARACTERS, "characters");
    StringBuilder text = new StringBuilder(Math.min(length, PIECE));
    for (int i = 0; i < length; i++) {
      text.append(in.readChar());
    }
    return text.toString();
  }

  public static void writeLongs(long[] values, DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (long value : values) {
      out.writeLong(value);
    }
  }

  public static long[] readLongs(DataInput in, int limit) throws IOException {
    int count = length(in, limit, "values");
    long[] values = new long[Math.min(count, PIECE)];
    for (int i = 0; i < count; i++) {
      if (i == values.length) {
        values = Arrays.copyOf(values, (int) Math.min(count, 2L * i));
      }
      values[i] = in.readLong();
    }
    return values;
  }

  public static void writeValue(ValueType type, Object value, DataOutput out) throws IOException {
    switch (type) {
      case LONG -> out.writeLong((Long) value);
      case DOUBLE -> out.writeDouble((Double) value);
      case STRING -> writeText((String) value, out);
    }
  }

  public static Object readValue(ValueType type, DataInput in) throws IOException {
    return switch (type) {
      case LONG -> (Object) in.readLong();
      case DOUBLE -> (Object) in.readDouble();
      case STRING -> readText(in);
    };
  }

  public static void writeValues(ValueType type, Object[] values, DataOutput out)
      throws IOException {
    out.writeInt(values.length);
    for (Object value : values) {
      writeValue(type, value, out);
    }
  }

  public static Object[] readValues(ValueType type, DataInput in, int limit) throws IOException {
    int count = length(in, limit, "values");
    Object[] values = new Object[Math.min(count, PIECE)];
    for (int i = 0; i < count; i++) {
      if (i == values.length) {
        values = Arrays.copyOf(values, (int) Math.min(count, 2L * i));
      }
      values[i] = readValue(type, in);
    }
    return values;
  }

  /** Writes the length of the bytes, the bytes, and their checksum. */
  public static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeInt(checksum(bytes));
  }

  /** Reads what {@link #writeBytes} wrote, up to a limit; rejects bytes with another checksum. */
  public static byte[] readBytes(DataInput in, int limit) throws IOException {
    byte[] bytes = readPieces(in, length(in, limit, "bytes"));
    if (in.readInt() != checksum(bytes)) {
      throw new IOException("The checksum of a partial result is wrong; its bytes are damaged.");
    }
    return bytes;
  }

  /** Reads bytes piece by piece, so a damaged length costs no memory. */
  public static byte[] readPieces(DataInput in, int length) throws IOException {
    byte[] bytes = new byte[Math.min(length, BYTES)];
    for (int i = 0; i < length; i = bytes.length) {
      if (i > 0) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * i));
      }
      in.readFully(bytes, i, bytes.length - i);
    }
    return bytes;
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
