package dev.finestra.internal.window.slots;

import java.util.Arrays;

/**
 * A chunked array with one long, or a fixed number of longs, in each slot.
 *
 * <p>Only {@link #chunk} depends on where chunks are stored; a subclass may override it.
 */
public class LongChunks extends Chunks {
  private static final int HEADER = 16;

  protected final int words;
  private long[][] chunks;
  private int used = 1;

  /** Released chunks for reuse: at most one more than half as many as are in use. */
  private long[][] spares = {};

  private int spare;

  public LongChunks(int shift, int maxShift) {
    this(shift, maxShift, 1);
  }

  public LongChunks(int shift, int maxShift, int words) {
    super(shift, maxShift);
    this.words = words;
    this.chunks = new long[1][words << this.shift];
  }

  // Masks computed from the arrays' lengths, which are powers of two, let the JIT omit bounds
  // checks.

  /** A slot of one word. */
  public final long get(int slot) {
    long[] chunk = chunk(slot);
    return chunk[slot & (chunk.length - 1)];
  }

  /** Sets a slot of one word. */
  public final void set(int slot, long value) {
    long[] chunk = chunk(slot);
    chunk[slot & (chunk.length - 1)] = value;
  }

  /** The chunk that holds a slot. */
  public long[] chunk(int slot) {
    long[][] table = chunks;
    return table[(slot >>> shift) & (table.length - 1)];
  }

  /** The index of a slot's first word in its chunk. */
  public final int at(int slot) {
    return (slot & mask) * words;
  }

  /** How many slots from this one to the end of its chunk, at most count. */
  public final int run(int slot, int count) {
    return Math.min(count, mask + 1 - (slot & mask));
  }

  /** Sets count slots (of one word) to a value. */
  public final void fill(int to, long value, int count) {
    for (int n; count > 0; count -= n, to += n) {
      n = run(to, count);
      Arrays.fill(chunk(to), at(to), at(to) + n, value);
    }
  }

  /** Copies count slots, which may overlap their target, as if through a buffer. */
  public final void copy(int to, int from, int count) {
    if (count > 0 && run(to, count) == count && run(from, count) == count) {
      System.arraycopy(chunk(from), at(from), chunk(to), at(to), count * words);
    } else {
      copyAcross(to, from, count);
    }
  }

  private void copyAcross(int to, int from, int count) {
    if (to - from < 0) {
      for (int n; count > 0; count -= n, to += n, from += n) {
        n = run(to, run(from, count));
        System.arraycopy(chunk(from), at(from), chunk(to), at(to), n * words);
      }
    } else {
      for (int n; count > 0; count -= n) {
        n =
            Math.min(
                count, Math.min(((to + count - 1) & mask) + 1, ((from + count - 1) & mask) + 1));
        int f = from + count - n;
        int t = to + count - n;
        System.arraycopy(chunk(f), at(f), chunk(t), at(t), n * words);
      }
    }
  }

  /** Copies count slots from another array with equally many words in a slot. */
  public final void copy(int to, LongChunks other, int from, int count) {
    for (int n; count > 0; count -= n, to += n, from += n) {
      n = run(to, other.run(from, count));
      System.arraycopy(other.chunk(from), other.at(from), chunk(to), at(to), n * words);
    }
  }

  /** Copies count longs of an array into slots (of one word). */
  public final void copy(int to, long[] from, int f, int count) {
    for (int n; count > 0; count -= n, to += n, f += n) {
      n = run(to, count);
      System.arraycopy(from, f, chunk(to), at(to), n);
    }
  }

  /** Declares slots unused; longs hold no memory, so nothing is done here. */
  public void forget(int from, int count) {}

  @Override
  protected void regrowChunk(int head, int tail, int oldMask) {
    long[] old = chunks[0];
    long[] now = new long[words << shift];
    for (int s = head; s != tail; s = (s + 1) & Integer.MAX_VALUE) {
      System.arraycopy(old, (s & oldMask) * words, now, (s & mask) * words, words);
    }
    chunks[0] = now;
  }

  @Override
  protected void regrowTable(int first, int last, int oldMask) {
    chunks = regrown(chunks, new long[tableMask + 1][], first, last, oldMask, long[]::clone);
    used = (int) Arrays.stream(chunks).filter(chunk -> chunk != null).count();
  }

  @Override
  public void ensure(int slot) {
    int c = (slot >>> shift) & tableMask;
    if (chunks[c] == null) {
      used++;
      if (spare == 0) {
        chunks[c] = new long[words << shift];
      } else {
        chunks[c] = spares[--spare];
        spares[spare] = null;
      }
    }
  }

  @Override
  public void release(int slot) {
    int c = (slot >>> shift) & tableMask;
    if (tableMask > 0 && chunks[c] != null) {
      used--;
      keep(chunks[c]);
      chunks[c] = null;
    }
  }

  private void keep(long[] chunk) {
    while (spare > used / 2) {
      spares[--spare] = null;
    }
    if (spare == spares.length) {
      spares = Arrays.copyOf(spares, 2 * spare + 1);
    }
    spares[spare++] = chunk;
  }

  @Override
  public long bytes() {
    long each = HEADER + ((long) words << (shift + 3));
    return (used + spare) * each + 4L * (chunks.length + spares.length);
  }
}
