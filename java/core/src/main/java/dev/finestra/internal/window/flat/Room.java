package dev.finestra.internal.window.flat;

import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Chunks;

/**
 * Manages a chunked array as a ring of positions [head, tail), which only rise.
 *
 * <p>Position p is in slot p mod 2^31. While there is only one chunk and it is below its full size,
 * the ring is that chunk. Later the ring is the table of chunks; each chunk then serves one run of
 * positions at a time, so that it can be released as a whole.
 */
final class Room {
  private Room() {}

  /** The slot of a position. */
  static int slot(long position) {
    return (int) position & Integer.MAX_VALUE;
  }

  /** Makes room for position tail; returns for how many positions from there on it suffices. */
  static int make(Chunks chunks, long head, long tail) {
    while (true) {
      int shift = chunks.shift();
      if (shift < chunks.maxShift()) {
        if (tail - head < 1L << shift) {
          return (int) ((1L << shift) - (tail - head));
        }
      } else if ((tail >>> shift) - (head >>> shift) < chunks.capacity() >>> shift) {
        chunks.ensure(slot(tail));
        return (1 << shift) - (int) (tail & ((1L << shift) - 1));
      }
      chunks.grow(slot(head), slot(tail));
    }
  }

  /**
   * Releases the chunks before position {@code to}, when the head moves there from {@code from}.
   */
  static void release(Chunks chunks, long from, long to) {
    int shift = chunks.shift();
    for (long c = from >>> shift; c < to >>> shift; c++) {
      chunks.release(slot(c << shift));
    }
  }

  /**
   * Releases the chunks before position {@code to}, and forgets earlier positions in its own chunk.
   */
  static <O> void leave(Cells<O> cells, long from, long to) {
    Chunks chunks = cells.chunks();
    int shift = chunks.shift();
    if (from >>> shift != to >>> shift && chunks.capacity() > 1L << shift) {
      release(chunks, from, to);
      from = to >>> shift << shift;
    }
    if (from < to) {
      cells.forget(slot(from), (int) (to - from));
    }
  }
}
