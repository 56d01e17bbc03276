package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.SlotCursor.OLDEST;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.pages.HeaderFields;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Chunks;
import dev.finestra.internal.window.slots.LongChunks;
import dev.finestra.internal.window.slots.Storage;

/**
 * The queue of slots of an in-order algorithm, oldest at {@code head}, youngest before {@code end}.
 * Each has a time, a partial result in {@link #cells} and, for algorithms that need two, another in
 * {@link #aggs}.
 *
 * <p>Paper: the resizable double-ended queue of <em>In-Order Sliding-Window Aggregation in
 * Worst-Case Constant Time</em>, definition 1, as chunked arrays.
 *
 * <p>Costs: append O(1), amortized because the first chunk, and later the table of chunks, doubles;
 * drop O(1) for each chunk. Chunks that the head has passed are reused at the end, so a large
 * window has at most two unused chunks.
 *
 * <p>Invariant: (R) a table of several chunks holds [head, end) without sharing a chunk between
 * both ends.
 *
 * <p>Nothing here calls user code.
 */
public abstract class SlotQueue<O> extends Window<O> {
  /** Slots are 31-bit numbers in a circle: {@code (slot + 1) & CIRCLE} follows slot. */
  protected static final int CIRCLE = Integer.MAX_VALUE;

  /** The binary logarithm of the slots of the first chunk, and of a page. */
  static final int SMALLEST_SHIFT = 4;

  /** A second partial result for each slot; null for algorithms with one. */
  protected final Cells<O> aggs;

  /** The oldest slot. */
  protected int head;

  /** The slot after the youngest. */
  protected int end;

  private final LongChunks times;

  /** Every array that has a place for each slot. */
  private final Chunks[] arrays;

  /** The chunks of times at both ends. */
  private long[] headTimes;

  private long[] endTimes;

  /** The length of these chunks, less one. */
  private int mask;

  /**
   * When {@code end} reaches this, {@link #room} must be called; calling it earlier does no harm.
   */
  private int limit;

  /**
   * When {@code head} reaches this, chunks can be released; −1, which is no slot, while there is
   * one chunk.
   */
  private int turn = -1;

  /** The youngest time, while there is one. */
  protected long youngest;

  /** An empty ring with one or two partial results for each slot. */
  protected SlotQueue(
      Algorithm algorithm, Aggregation<O> aggregation, boolean two, Storage storage) {
    super(algorithm, Cells.of(aggregation, 0, SMALLEST_SHIFT, storage, false));
    aggs = two ? Cells.of(aggregation, 0, SMALLEST_SHIFT, storage, true) : null;
    times = storage.longs(SMALLEST_SHIFT, cells.chunks().maxShift());
    arrays =
        two
            ? new Chunks[] {times, cells.chunks(), aggs.chunks()}
            : new Chunks[] {times, cells.chunks()};
    if (times.tableMask() == 0) {
      limit = (int) times.capacity();
      reachEnds();
    }
  }

  // Slots.

  /** The oldest slot; the mask tells the JIT that this is no register. */
  protected final int first() {
    return head & CIRCLE;
  }

  /** How many slots are in use. */
  protected final int count() {
    return (end - head) & CIRCLE;
  }

  /** The time of the oldest slot. */
  protected final long headTime() {
    return headTimes[head & mask];
  }

  /** The slot {@code count} after this one. */
  protected static int plus(int slot, int count) {
    return (slot + count) & CIRCLE;
  }

  protected final long time(int slot) {
    return times.get(slot);
  }

  /** Makes room for the next slot, which {@link #append} relies on. */
  protected final void makeRoom() {
    if (end == limit) {
      room();
    }
  }

  /**
   * Adds a slot at this time, for which room was made, and returns it; the caller sets its
   * aggregates.
   */
  protected final int append(long time) {
    int slot = end;
    endTimes[slot & mask] = time;
    youngest = time;
    end = (slot + 1) & CIRCLE;
    return slot;
  }

  /** Adds slots with times and {@link #cells}; {@link #aggs} are left to the caller. */
  protected final void appendAll(long[] at, int from, Cells<O> values, int first, int count) {
    youngest = at[from + count - 1];
    for (int n; count > 0; count -= n, from += n, first += n) {
      if (end == limit) {
        room();
      }
      n = Math.min(count, (limit - end) & CIRCLE);
      times.copy(end, at, from, n);
      cells.copy(end, values, first, n);
      end = plus(end, n);
    }
  }

  /** Removes the oldest slot, whose time no other slot has. */
  protected final void drop() {
    int slot = head;
    head = plus(slot, 1);
    cells.forget(slot, 1);
    if (aggs != null) {
      aggs.forget(slot, 1);
    }
    if (head == turn) {
      release(slot);
    }
  }

  /** Removes the oldest slots. */
  protected final void drop(int count) {
    int from = head;
    head = plus(from, count);
    if (turn >= 0 && ((from ^ head) & ~times.mask()) != 0) {
      from = release(from);
      count = (head - from) & CIRCLE;
    }
    cells.forget(from, count);
    if (aggs != null) {
      aggs.forget(from, count);
    }
  }

  /**
   * Releases the chunks before the head's and so restores R; returns the first slot of the head's
   * chunk.
   */
  private int release(int from) {
    int chunk = from & ~times.mask();
    int last = head & ~times.mask();
    for (; chunk != last; chunk = plus(chunk, times.mask() + 1)) {
      releaseChunk(chunk);
    }
    turn = plus(head | times.mask(), 1);
    if (head != end || (head & times.mask()) != 0) {
      reachOldest();
    }
    return last;
  }

  private void releaseChunk(int slot) {
    for (Chunks array : arrays) {
      array.release(slot);
    }
  }

  /** Makes room at the end, sets a new limit, and keeps R. */
  private void room() {
    if (times.tableMask() == 0 && count() < times.capacity()) {
      limit = plus(head, (int) times.capacity());
    } else {
      moreRoom();
    }
  }

  private void moreRoom() {
    boolean full =
        times.tableMask() == 0
            || (((end >>> times.shift()) - (head >>> times.shift())) & (CIRCLE >>> times.shift()))
                > times.tableMask();
    if (full) {
      for (Chunks array : arrays) {
        array.grow(head, end);
      }
    }
    if (times.tableMask() == 0) {
      limit = plus(head, (int) times.capacity());
    } else {
      for (Chunks array : arrays) {
        array.ensure(end);
      }
      limit = plus(end | times.mask(), 1);
      turn = plus(head | times.mask(), 1);
    }
    reachEnds();
    reachInner();
  }

  // On pages: every chunk is a page, and the table has a place for every possible chunk.

  /** Writes both ends to a header, or reads them from it. */
  protected void keep(HeaderFields<O> header) {
    head = header.slot(head);
    end = header.slot(end);
    youngest = header.number(youngest);
  }

  /** Prepares the queue for use, after its ends were read. */
  final void resume() {
    boolean isEndHeld = (end & times.mask()) != 0;
    limit = isEndHeld ? plus(end | times.mask(), 1) : end;
    turn = plus(head | times.mask(), 1);
    if (head != end) {
      reachOldest();
      reachInner();
    }
    if (isEndHeld) {
      reachYoungest();
    }
  }

  /** Releases the last chunk of an empty ring. */
  final void leave() {
    releaseChunk(end & ~times.mask());
  }

  /** Moves an algorithm's cursors between the ends after chunks were replaced. */
  protected void reachInner() {}

  private void reachEnds() {
    reachOldest();
    reachYoungest();
  }

  private void reachYoungest() {
    endTimes = times.chunk(end);
    mask = times.mask();
    cells.reach(YOUNGEST, end);
    if (aggs != null) {
      aggs.reach(YOUNGEST, end);
    }
  }

  private void reachOldest() {
    headTimes = times.chunk(head);
    mask = times.mask();
    cells.reach(OLDEST, head);
    if (aggs != null) {
      aggs.reach(OLDEST, head);
    }
  }

  @Override
  public final long bytes() {
    return times.bytes() + cells.bytes() + (aggs == null ? 0 : aggs.bytes()) + bulkBytes();
  }

  @Override
  public void checkInvariants() {
    int chunks = (plus(end, -1) >>> times.shift()) - (head >>> times.shift());
    require(
        head == end
            || times.tableMask() == 0
            || (chunks & (CIRCLE >>> times.shift())) <= times.tableMask(),
        "R",
        end,
        "both ends share a chunk");
  }

  /** Throws an error that names the invariant, and the place counted from the oldest. */
  protected final void require(boolean holds, String invariant, int slot, String what) {
    if (!holds) {
      throw new AssertionError(
          "%s: invariant (%s) broken at slot %s of %s: %s"
              .formatted(algorithm().name(), invariant, (slot - head) & CIRCLE, count(), what));
    }
  }

  /** For tests: lets the empty ring begin at this slot. */
  final void beginAt(int slot) {
    if (head != end || times.tableMask() > 0) {
      throw new IllegalStateException("only a new ring can begin anywhere");
    }
    head = slot;
    end = slot;
    limit = plus(slot, (int) times.capacity());
    reset();
  }
}
