package dev.finestra.aggregation;

import dev.finestra.aggregation.Aggregation.ValueType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Values as bytes. A length is believed only as far as bytes follow: arrays grow while they are
 * read, so that damage costs no memory.
 */
public final class Packed {
  private static final int PIECE = 1024;
  private static final int BYTES = 1 << 16;

  private Packed() {}

  /** Reads a length from 0 to the limit. */
  public static int length(DataInput in, int limit, String what) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > limit) {
      throw new IOException("it claims " + length + " " + what + ", at most " + limit + " fit");
    }
    return length;
  }

  public static void writeText(String text, DataOutput out) throws IOException {
    Limits.check("a text", text.length(), Limits.CHARACTERS, "characters");
    out.writeInt(text.length());
    out.writeChars(text);
  }

  public static String readText(DataInput in) throws IOException {
    int length = length(in, Limits.CHARACTERS, "characters");
    StringBuilder text = new StringBuilder(Math.min(length, PIECE));
    for (int i = 0; i < length; i++) {
      text.append(in.readChar());
    }
    return text.toString();
  }

  static void writeLongs(long[] values, DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (long value : values) {
      out.writeLong(value);
    }
  }

  static long[] readLongs(DataInput in, int limit) throws IOException {
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

  /** Writes bytes with their length before and a checksum behind them. */
  public static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeInt(checksum(bytes));
  }

  /** Reads at most so many bytes; refuses them where they are not those that were written. */
  public static byte[] readBytes(DataInput in, int limit) throws IOException {
    byte[] bytes = readPieces(in, length(in, limit, "bytes"));
    if (in.readInt() != checksum(bytes)) {
      throw new IOException("the checksum of a partial aggregate does not fit");
    }
    return bytes;
  }

  /** Reads so many bytes piece by piece, so that a length that lies takes no memory. */
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
