package dev.finestra.internal.window.slots;

import java.util.function.UnaryOperator;

/**
 * The addresses of a chunked array: slot s is cell {@code s & mask} of chunk {@code (s >>> shift) &
 * tableMask}.
 *
 * <p>Addresses wrap around the table, whose length is a power of two, so a queue can reuse the same
 * chunks without end. A chunk has at most 2^15 words (256 KiB, below what G1 treats as humongous).
 * Until it has reached that size there is only one chunk, which doubles; from then on the table
 * doubles.
 */
public abstract class Chunks {
  /** A chunk has at most 2^15 words. */
  public static final int WORD_BITS = 15;

  private final int maxShift;
  protected int shift;
  protected int mask;
  protected int tableMask;

  protected Chunks(int shift, int maxShift) {
    this.shift = Math.min(shift, maxShift);
    this.maxShift = maxShift;
    this.mask = (1 << this.shift) - 1;
  }

  public final int shift() {
    return shift;
  }

  public final int maxShift() {
    return maxShift;
  }

  /** The slots of a chunk, less one. */
  public final int mask() {
    return mask;
  }

  /** The length of the table, less one. */
  public final int tableMask() {
    return tableMask;
  }

  /** How many slots can be addressed without growing. */
  public final long capacity() {
    return (long) (tableMask + 1) << shift;
  }

  /** Doubles the capacity; slots [head, tail) keep their addresses. */
  public final void grow(int head, int tail) {
    if (shift < maxShift) {
      int oldMask = mask;
      shift++;
      mask = (1 << shift) - 1;
      regrowChunk(head, tail, oldMask);
    } else {
      if (capacity() >= 1L << 30) {
        throw new IllegalStateException(
            "The window is full: it has %s of at most 2^30 slots. Evict before you insert more."
                .formatted(Integer.toUnsignedLong(tail - head)));
      }
      int oldMask = tableMask;
      tableMask = 2 * tableMask + 1;
      regrowTable(head >>> shift, ((tail - 1) & Integer.MAX_VALUE) >>> shift, oldMask);
    }
  }

  /**
   * Moves slots [head, tail) from the one chunk addressed by oldMask into a new one addressed by
   * mask.
   */
  protected abstract void regrowChunk(int head, int tail, int oldMask);

  /**
   * Moves chunks first to last from the table addressed by oldMask into a new one addressed by
   * tableMask.
   */
  protected abstract void regrowTable(int first, int last, int oldMask);

  /**
   * The table after {@link #regrowTable}. When the old table was full, its last chunk may also be
   * the first one, before the head; then the new table has a copy of it.
   */
  protected final <T> T[] regrown(
      T[] old, T[] now, int first, int last, int oldMask, UnaryOperator<T> copy) {
    for (int c = first; c != last; c = (c + 1) & (-1 >>> (shift + 1))) {
      now[c & tableMask] = old[c & oldMask];
    }
    boolean isShared = first != last && ((first ^ last) & oldMask) == 0;
    T chunk = old[last & oldMask];
    now[last & tableMask] = isShared ? copy.apply(chunk) : chunk;
    return now;
  }

  /** Makes sure that the slot's chunk exists. */
  public abstract void ensure(int slot);

  /**
   * Releases the chunk of a slot; all its slots must be out of use. One chunk is kept for the next
   * {@link #ensure}.
   */
  public abstract void release(int slot);

  /** About how many bytes of heap are held. */
  public abstract long bytes();
}
