package dev.finestra.paged;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.WordsAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Pages of an aggregation as bytes, and copies of them.
 *
 * <p>An array begins with its length, in one byte if it is below 128. The length of each slot is
 * written in half a byte. A slot that is zero, as many are on the page of a node, needs no more.
 * For any other, the bytes of its difference to an earlier slot follow: the slot before it, since
 * times are near each other, or the same word of the partial result before. So the header of a
 * window with one entry of one word takes about 12 bytes and the significant bytes of the word.
 */
public final class PageCodec {
  private static final int VERSION = 1;

  /** A code in place of a length: the slot equals the one before. */
  private static final int SAME = Long.BYTES + 1;

  /** More slots than any page has; a larger count is rejected before memory is allocated. */
  private static final int MOST = 1 << 24;

  /** The most slots that are allocated before they are read. */
  private static final int PIECE = 1 << 12;

  private final ObjectAggregation<Object, ?> objects;
  private final int words;

  @SuppressWarnings("unchecked")
  public PageCodec(Aggregation<?> aggregation) {
    this.objects =
        aggregation instanceof ObjectAggregation<?, ?> f ? (ObjectAggregation<Object, ?>) f : null;
    this.words = aggregation instanceof WordsAggregation<?> f ? f.words() : 1;
  }

  public void write(Page page, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    long[] longs = page.longs();
    writeLongs(longs, longs.length - page.vacant, 1, out);
    if (objects == null) {
      writeLongs(page.words, page.words.length - page.vacant * words, words, out);
      return;
    }
    if (page.objects == null) {
      writeCount(1, out);
      writeObject(page.object, out);
      return;
    }
    writeCount(page.objects.length, out);
    for (Object state : page.objects) {
      writeObject(state, out);
    }
  }

  private void writeObject(Object state, DataOutput out) throws IOException {
    out.writeBoolean(state != null);
    if (state != null) {
      objects.write(state, out);
    }
  }

  /** Reads what {@link #write} wrote; rejects damaged bytes. */
  public Page read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "The page has version "
              + version
              + "; this build reads version "
              + VERSION
              + ": restore the state with the Finestra that wrote it, or start without it.");
    }
    Page page =
        objects == null
            ? new Page(readLongs(in, 1), readLongs(in, words))
            : new Page(readLongs(in, 1), readObjects(in));
    int aggregates = objects == null ? page.words.length / words : page.objects.length;
    page.owned = objects instanceof OwnedObjects ? aggregates : 0;
    if (aggregates == 1) {
      page.dropArrays();
    }
    return page;
  }

  private Object[] readObjects(DataInput in) throws IOException {
    int count = readCount(in);
    Object[] states = new Object[Math.min(count, PIECE)];
    for (int i = 0; i < count; i++) {
      if (i == states.length) {
        states = Arrays.copyOf(states, Math.min(count, 2 * i));
      }
      states[i] = in.readBoolean() ? objects.read(in) : null;
    }
    return states;
  }

  /** A copy with arrays of its own. Objects are shared, so neither page owns one afterwards. */
  public Page copy(Page page) {
    page.owned = 0;
    Page copy = new Page();
    copy.take(page);
    copy.vacant = 0;
    if (page.longs != null) {
      copy.longs = Arrays.copyOf(page.longs, page.longs.length - page.vacant);
    }
    if (page.words != null) {
      copy.words = Arrays.copyOf(page.words, page.words.length - page.vacant * words);
    }
    if (page.objects != null) {
      copy.objects = page.objects.clone();
    }
    return copy;
  }

  /** Writes seven bits to a byte, the lowest first; all bytes but the last have their sign bit. */
  private static void writeCount(int count, DataOutput out) throws IOException {
    int rest = count;
    for (; rest > 0x7f; rest >>>= 7) {
      out.writeByte(rest | 0x80);
    }
    out.writeByte(rest);
  }

  private static int readCount(DataInput in) throws IOException {
    int count = 0;
    int next = 0x80;
    for (int shift = 0; shift < 28 && next > 0x7f; shift += 7) {
      next = in.readUnsignedByte();
      count |= (next & 0x7f) << shift;
    }
    if (next > 0x7f || count > MOST) {
      throw new IOException(
          "A page that claims more than "
              + MOST
              + " slots is damaged; restore an earlier checkpoint.");
    }
    return count;
  }

  /** Writes two slots at a time: a byte with the lengths of both, then their bytes. */
  private static void writeLongs(long[] longs, int count, int step, DataOutput out)
      throws IOException {
    writeCount(count, out);
    for (int i = 0; i < count; i += 2) {
      int first = bytes(longs, i, step);
      int second = i + 1 < count ? bytes(longs, i + 1, step) : 0;
      out.writeByte(first << 4 | second);
      writeSlot(longs, i, step, first, out);
      writeSlot(longs, i + 1, step, second, out);
    }
  }

  private static void writeSlot(long[] longs, int i, int step, int bytes, DataOutput out)
      throws IOException {
    if (bytes != 0 && bytes != SAME) {
      long difference = difference(longs, i, step);
      for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        out.writeByte((int) (difference >>> shift));
      }
    }
  }

  private static int bytes(long[] longs, int i, int step) {
    if (longs[i] == 0) {
      return 0;
    }
    long difference = difference(longs, i, step);
    return difference == 0 ? SAME : (71 - Long.numberOfLeadingZeros(difference)) / 8;
  }

  /** The difference with its sign in the last bit, so that a value near zero needs few bytes. */
  private static long difference(long[] longs, int i, int step) {
    long difference = longs[i] - before(longs, i, step);
    return difference << 1 ^ difference >> 63;
  }

  private static long before(long[] longs, int i, int step) {
    return i < step ? 0 : longs[i - step];
  }

  private static long[] readLongs(DataInput in, int step) throws IOException {
    int count = readCount(in);
    long[] longs = new long[Math.min(count, PIECE)];
    int lengths = 0;
    for (int i = 0; i < count; i++) {
      if (i == longs.length) {
        longs = Arrays.copyOf(longs, Math.min(count, 2 * i));
      }
      lengths = i % 2 == 0 ? in.readUnsignedByte() : lengths << 4;
      longs[i] = readSlot(in, lengths >>> 4 & 15, before(longs, i, step));
    }
    if (longs.length % 2 == 1 && (lengths & 15) != 0) {
      throw new IOException(
          "A page with bytes after its last slot is damaged; restore an earlier checkpoint.");
    }
    return longs;
  }

  private static long readSlot(DataInput in, int bytes, long before) throws IOException {
    if (bytes > SAME) {
      throw new IOException(
          "A page with a slot of " + bytes + " bytes is damaged; restore an earlier checkpoint.");
    }
    if (bytes == 0 || bytes == SAME) {
      return bytes == 0 ? 0 : before;
    }
    long difference = 0;
    for (int i = 0; i < bytes; i++) {
      difference = difference << 8 | in.readUnsignedByte();
    }
    return before + (difference >>> 1 ^ -(difference & 1));
  }
}
