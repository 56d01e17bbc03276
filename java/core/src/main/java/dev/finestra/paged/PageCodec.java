package dev.finestra.paged;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Pages of an aggregation as bytes, and copies of them.
 *
 * <p>Slots that are zero take a bit: a node has room for many entries, and of a key that is seldom
 * seen holds one. Version 1 wrote them out, and is still read.
 */
public final class PageCodec {
  private static final int VERSION = 2;
  private static final int ALL_SLOTS = 1;

  /** Of how many slots a byte says which are not zero. */
  private static final int GROUP = 8;

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

  private static void writeLongs(long[] longs, DataOutput out) throws IOException {
    out.writeInt(longs.length);
    for (int from = 0; from < longs.length; from += GROUP) {
      int to = Math.min(from + GROUP, longs.length);
      int set = 0;
      for (int i = from; i < to; i++) {
        set |= longs[i] == 0 ? 0 : 1 << (i - from);
      }
      out.writeByte(set);
      for (int i = from; i < to; i++) {
        if (longs[i] != 0) {
          out.writeLong(longs[i]);
        }
      }
    }
  }

  private static long[] readLongs(DataInput in, int version) throws IOException {
    long[] longs = new long[length(in)];
    int set = -1;
    for (int i = 0; i < longs.length; i++) {
      if (version != ALL_SLOTS && i % GROUP == 0) {
        set = in.readByte();
      }
      if ((set >>> (i % GROUP) & 1) != 0) {
        longs[i] = in.readLong();
      }
    }
    return longs;
  }

  private static int length(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("a page of " + length + " slots is damaged");
    }
    return length;
  }
}
