package dev.finestra.paged;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Pages of an aggregation as bytes, and copies of them.
 *
 * <p>A slot that is zero takes half a byte, since a node has room for many entries, and of a key
 * that is seldom seen holds one; any other as many bytes more as its difference to the one before
 * it, since times are near each other. Version 1 wrote all slots out, and is still read.
 */
public final class PageCodec {
  private static final int VERSION = 2;
  private static final int ALL_SLOTS = 1;

  /** More than any page has: refused before memory is taken. */
  private static final int MOST = 1 << 24;

  private final ObjectAggregation<Object, ?> objects;

  @SuppressWarnings("unchecked")
  public PageCodec(Aggregation<?> aggregation) {
    this.objects =
        aggregation instanceof ObjectAggregation<?, ?> f ? (ObjectAggregation<Object, ?>) f : null;
  }

  public void write(Page page, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    writeLongs(page.longs, out);
    if (objects == null) {
      writeLongs(page.words, out);
      return;
    }
    out.writeInt(page.objects.length);
    for (Object state : page.objects) {
      out.writeBoolean(state != null);
      if (state != null) {
        objects.write(state, out);
      }
    }
  }

  /** Reads what {@link #write} wrote; refuses what it did not. */
  public Page read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION && version != ALL_SLOTS) {
      throw new IOException(
          "a page of version "
              + version
              + " is not read here, only those of version 1 to "
              + VERSION);
    }
    long[] longs = readLongs(in, version);
    if (objects == null) {
      return new Page(longs, readLongs(in, version));
    }
    Object[] states = new Object[length(in)];
    for (int i = 0; i < states.length; i++) {
      states[i] = in.readBoolean() ? objects.read(in) : null;
    }
    return new Page(longs, states);
  }

  /** A page of its own; partial aggregates that are objects are shared. */
  public Page copy(Page page) {
    return objects == null
        ? new Page(page.longs.clone(), page.words.clone())
        : new Page(page.longs.clone(), page.objects.clone());
  }

  /** Two slots at a time: a byte of how many bytes each takes, and those bytes. */
  private static void writeLongs(long[] longs, DataOutput out) throws IOException {
    out.writeInt(longs.length);
    long before = 0;
    for (int i = 0; i < longs.length; i += 2) {
      long first = longs[i];
      long one = difference(first, before);
      before = first == 0 ? before : first;
      long second = i + 1 < longs.length ? longs[i + 1] : 0;
      long two = difference(second, before);
      before = second == 0 ? before : second;
      int bytesOfOne = bytes(first, one);
      int bytesOfTwo = bytes(second, two);
      out.writeByte(bytesOfOne << 4 | bytesOfTwo);
      writeBytes(one, bytesOfOne, out);
      writeBytes(two, bytesOfTwo, out);
    }
  }

  private static long[] readLongs(DataInput in, int version) throws IOException {
    long[] longs = new long[length(in)];
    long before = 0;
    int lengths = 0;
    for (int i = 0; i < longs.length; i++) {
      if (version == ALL_SLOTS) {
        longs[i] = in.readLong();
        continue;
      }
      lengths = i % 2 == 0 ? in.readUnsignedByte() : lengths << 4;
      int bytes = lengths >>> 4 & 15;
      if (bytes > Long.BYTES) {
        throw new IOException("a page with a slot of " + bytes + " bytes is damaged");
      }
      if (bytes > 0) {
        long difference = readBytes(in, bytes);
        before += difference >>> 1 ^ -(difference & 1);
        longs[i] = before;
      }
    }
    return longs;
  }

  /** With the sign in the last bit, so that few bytes hold what is near to zero. */
  private static long difference(long slot, long before) {
    long difference = slot - before;
    return difference << 1 ^ difference >> 63;
  }

  private static int bytes(long slot, long difference) {
    return slot == 0 ? 0 : (71 - Long.numberOfLeadingZeros(difference | 1)) / 8;
  }

  private static void writeBytes(long value, int bytes, DataOutput out) throws IOException {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      out.writeByte((int) (value >>> shift));
    }
  }

  private static long readBytes(DataInput in, int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = value << 8 | in.readUnsignedByte();
    }
    return value;
  }

  private static int length(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("a page of " + length + " slots is damaged");
    }
    return length;
  }
}
