package dev.finestra.tools.gateway;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

/**
 * Values and results as bytes. This comment defines the format; {@code
 * python/finestra/window/messages.py} implements the other end. A message is a letter for its kind,
 * then its content, big-endian:
 *
 * <pre>
 *   n         null
 *   t f       true, false
 *   l x8      a long                 d x8      a double
 *   s n4 …    a string of n bytes of UTF-8
 *   b n4 …    n bytes
 *   r n4 …    a row or a list: n messages
 *   m n4 …    a map: n keys, each followed by its value; only in results
 * </pre>
 *
 * <p>A bulk of numbers has no letters: each number is eight bytes, little-endian, as NumPy's arrays
 * are in memory.
 *
 * <p>A message has no version: the caller checks once that both ends have the same.
 */
final class Message {
  private Message() {}

  /** Writes a result. */
  static byte[] of(Object answer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16);
    try {
      write(answer, new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Reads a value. */
  static Object value(byte[] message) {
    try {
      return read(new DataInputStream(new ByteArrayInputStream(message)));
    } catch (IOException damaged) {
      throw new IllegalArgumentException(
          "the message is incomplete: it ends after " + message.length + " bytes");
    }
  }

  /** Reads longs of a bulk, from an index on. */
  static long[] longs(byte[] message, int from, int count) {
    long[] longs = new long[count];
    plain(message, from, count).asLongBuffer().get(longs);
    return longs;
  }

  /** Reads doubles of a bulk, from an index on. */
  static double[] doubles(byte[] message, int from, int count) {
    double[] doubles = new double[count];
    plain(message, from, count).asDoubleBuffer().get(doubles);
    return doubles;
  }

  private static ByteBuffer plain(byte[] message, int from, int count) {
    return ByteBuffer.wrap(message, from, Math.multiplyExact(count, Long.BYTES))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void write(Object value, DataOutputStream to) throws IOException {
    if (value == null) {
      to.writeByte('n');
    } else if (value instanceof Boolean truth) {
      to.writeByte(truth ? 't' : 'f');
    } else if (value instanceof Double || value instanceof Float) {
      to.writeByte('d');
      to.writeDouble(((Number) value).doubleValue());
    } else if (value instanceof Long || value instanceof Integer) {
      to.writeByte('l');
      to.writeLong(((Number) value).longValue());
    } else if (value instanceof byte[] bytes) {
      writeBytes('b', bytes, to);
    } else if (value instanceof Map<?, ?> map) {
      to.writeByte('m');
      to.writeInt(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        write(entry.getKey(), to);
        write(entry.getValue(), to);
      }
    } else if (value instanceof Collection<?> many) {
      write(many.toArray(), to);
    } else if (value.getClass().isArray()) {
      to.writeByte('r');
      to.writeInt(Array.getLength(value));
      for (int i = 0; i < Array.getLength(value); i++) {
        write(Array.get(value, i), to);
      }
    } else {
      writeBytes('s', value.toString().getBytes(StandardCharsets.UTF_8), to);
    }
  }

  private static void writeBytes(char kind, byte[] bytes, DataOutputStream to) throws IOException {
    to.writeByte(kind);
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  private static Object read(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case 'n' -> null;
      case 't', 'f' -> kind == 't';
      case 'l' -> in.readLong();
      case 'd' -> in.readDouble();
      case 's' -> new String(readBytes(in), StandardCharsets.UTF_8);
      case 'b' -> readBytes(in);
      case 'r' -> readRow(in);
      default ->
          throw new IllegalArgumentException(
              "the message has a value of unknown kind "
                  + kind
                  + "; it must be a letter of ntfldsbr");
    };
  }

  private static Object[] readRow(DataInputStream in) throws IOException {
    Object[] row = new Object[length(in)];
    for (int i = 0; i < row.length; i++) {
      row[i] = read(in);
    }
    return row;
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[length(in)];
    in.readFully(bytes);
    return bytes;
  }

  /** A length within the remaining bytes, so that a corrupt one cannot allocate much memory. */
  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IllegalArgumentException(
          "the message has a length of " + length + " with " + in.available() + " bytes left");
    }
    return length;
  }
}
