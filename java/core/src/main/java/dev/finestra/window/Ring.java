package dev.finestra.window;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OLDEST;
import static dev.finestra.window.Cells.OUT;
import static dev.finestra.window.Cells.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What the in-order algorithms share: a queue of slots, oldest at {@code head}, youngest before
 * {@code end}, each with a time, a partial aggregate in {@link #cells} and, where the algorithm
 * wants two, another in {@link #aggs}.
 *
 * <p>Paper: the resizable double-ended queue of <em>In-Order Sliding-Window Aggregation in
 * Worst-Case Constant Time</em>, definition 1, as chunked arrays.
 *
 * <p>Costs: append O(1), amortised until the first chunk has its full size and then but for the
 * doubling of the table of chunks; drop O(1) a chunk; search O(log m) for a cut m entries from the
 * oldest. No combines, except of slots at equal times on a visit. Chunks that the head has passed
 * are reused at the end: a large window holds no slack but two chunks.
 *
 * <p>Invariants: (R1) times never fall; (R2) the list of duplicates has exactly the slots whose
 * time is that of the slot before; (R3) a table of several chunks holds [head, end) without sharing
 * a chunk between both ends.
 *
 * <p>When user code throws: nothing here calls any before it has changed what it changes.
 *
 * <p>One thread at a time.
 */
public abstract class Ring<O> extends Window<O> {
  /** Slots are 31-bit numbers in a circle: {@code (slot + 1) & CIRCLE} follows slot. */
  protected static final int CIRCLE = Integer.MAX_VALUE;

  private static final int SMALLEST_SHIFT = 4;

  /** A second partial aggregate for each slot; null for algorithms with one. */
  protected final Cells<O> aggs;

  /** The oldest slot. */
  protected int head;

  /** The slot after the youngest. */
  protected int end;

  private final LongChunks times;

  /** The chunks of times at both ends, at hand. */
  private long[] headTimes;

  private long[] endTimes;

  /** The slots that share the time of the slot before; null until there is one. */
  private Duplicates duplicates;

  /** The end at which {@link #room} must be asked; it may be asked too early, never too late. */
  private int limit;

  /** The head at which chunks can be given back; −1, which is no slot, while there is one chunk. */
  private int turn = -1;

  /** The youngest time, while there is one. */
  private long youngest;

  /** An empty ring, with so many registers and with one or two partial aggregates for each slot. */
  protected Ring(Algorithm algorithm, Aggregation<O> aggregation, int registers, boolean two) {
    super(algorithm, Cells.of(aggregation, registers, SMALLEST_SHIFT));
    aggs = two ? cells.fresh(0, SMALLEST_SHIFT) : null;
    times = new LongChunks(SMALLEST_SHIFT, cells.chunks().maxShift());
    limit = (int) times.capacity();
    reachEnds();
  }

  // What an algorithm implements, beside the hooks of Window.

  /**
   * Inserts staged aggregates values[at .. at + count) at times[from .. from + count), which rise
   * strictly and are above the youngest; count is not 0.
   */
  protected abstract void bulkAppend(long[] times, int from, Cells<O> values, int at, int count);

  /** Evicts the oldest slot, with {@link #drop()}. */
  protected abstract void pop();

  /** Evicts the oldest slots, with {@link #drop(int)}; there are as many, and count is not 0. */
  protected abstract void pop(int count);

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
  private long headTime() {
    long[] chunk = headTimes;
    return chunk[head & (chunk.length - 1)];
  }

  /** The slot so many after this one. */
  protected static int plus(int slot, int count) {
    return (slot + count) & CIRCLE;
  }

  protected final long time(int slot) {
    return times.get(slot);
  }

  /** Whether an insert at this time meets the youngest entry. */
  protected final boolean meetsYoungest(long time) {
    return time == youngest && head != end;
  }

  /**
   * Says that the next slot appended shares the youngest time, because it could not be combined.
   */
  protected final void duplicate() {
    if (duplicates == null) {
      duplicates = new Duplicates();
    }
    duplicates.add(end);
  }

  /** Adds a slot at this time and answers it; the caller sets its aggregates. */
  protected final int append(long time) {
    int slot = end & CIRCLE;
    if (slot == limit) {
      room();
    }
    long[] chunk = endTimes;
    chunk[slot & (chunk.length - 1)] = time;
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

  /** Removes the oldest slot, whose time no other shares. */
  protected final void drop() {
    int slot = first();
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
    if (duplicates != null) {
      duplicates.drop(from, count);
    }
    if (turn >= 0 && ((from ^ head) & ~times.mask) != 0) {
      from = release(from);
      count = (head - from) & CIRCLE;
    }
    cells.forget(from, count);
    if (aggs != null) {
      aggs.forget(from, count);
    }
  }

  /**
   * Gives back the chunks before the head's, restoring R3; answers the first slot of the head's.
   */
  private int release(int from) {
    int chunk = from & ~times.mask;
    int last = head & ~times.mask;
    for (; chunk != last; chunk = plus(chunk, times.mask + 1)) {
      times.release(chunk);
      cells.chunks().release(chunk);
      if (aggs != null) {
        aggs.chunks().release(chunk);
      }
    }
    turn = plus(head | times.mask, 1);
    reachOldest();
    return last;
  }

  /** Makes room at the end and sets the limit anew; a table of several chunks keeps R3. */
  private void room() {
    boolean full =
        times.tableMask == 0
            ? count() == times.capacity()
            : (((end >>> times.shift) - (head >>> times.shift)) & (CIRCLE >>> times.shift))
                > times.tableMask;
    if (full) {
      times.grow(head, end);
      cells.chunks().grow(head, end);
      if (aggs != null) {
        aggs.chunks().grow(head, end);
      }
    }
    if (times.tableMask == 0) {
      limit = plus(head, (int) times.capacity());
    } else {
      times.ensure(end);
      cells.chunks().ensure(end);
      if (aggs != null) {
        aggs.chunks().ensure(end);
      }
      limit = plus(end | times.mask, 1);
      turn = plus(head | times.mask, 1);
    }
    reachEnds();
    reachInner();
  }

  /** Lays hands on what an algorithm has between the ends, after chunks were replaced. */
  protected void reachInner() {}

  private void reachEnds() {
    reachOldest();
    endTimes = times.chunk(end);
    cells.reach(YOUNGEST, end);
    if (aggs != null) {
      aggs.reach(YOUNGEST, end);
    }
  }

  private void reachOldest() {
    headTimes = times.chunk(head);
    cells.reach(OLDEST, head);
    if (aggs != null) {
      aggs.reach(OLDEST, head);
    }
  }

  /** How many slots have times up to this one, which is not before the oldest. */
  private int cut(long time) {
    int count = count();
    int low = 1;
    int step = 1;
    while (step <= count - low && time(plus(head, low + step - 1)) <= time) {
      low += step;
      step *= 2;
    }
    int high = step <= count - low ? low + step - 1 : count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time(plus(head, middle)) <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // The hooks of Window.

  @Override
  protected final void checkInsert(long time) {
    if (time < youngest && head != end) {
      throw Refusal.of(
          algorithm(),
          "insert " + time + " before its youngest time " + youngest,
          Trait.OUT_OF_ORDER);
    }
  }

  @Override
  protected final void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    int first = 0;
    if (count > 0 && meetsYoungest(times[from])) {
      cells.copy(IN, values, 0, 1);
      insertLifted(times[from]);
      first = 1;
    }
    if (first < count) {
      bulkAppend(times, from + first, values, first, count - first);
    }
  }

  @Override
  protected final boolean evictEntry(long time) {
    if (head == end) {
      return false;
    }
    if (time != headTime()) {
      return evictOther(time);
    }
    if (duplicates == null) {
      pop();
    } else {
      evictFirst(cut(time));
    }
    return true;
  }

  /** Refuses to evict an entry that is not the oldest; false when there is none. */
  private boolean evictOther(long time) {
    if (time > headTime() && time(plus(head, cut(time) - 1)) == time) {
      throw Refusal.of(
          algorithm(),
          "evict " + time + ", which is not its oldest time " + headTime(),
          Trait.OUT_OF_ORDER);
    }
    return false;
  }

  @Override
  protected final void evictUpTo(long time) {
    if (head != end && headTime() <= time) {
      evictFirst(cut(time));
    }
  }

  private void evictFirst(int count) {
    if (count == 1) {
      pop();
    } else {
      pop(count);
    }
  }

  @Override
  protected final boolean aggregate(long from, long to) {
    throw Refusal.of(algorithm(), "answer a range query", Trait.RANGE_QUERY);
  }

  @Override
  protected final void scan(SlotVisitor visitor) {
    for (int slot = head, next; slot != end; slot = next) {
      long time = time(slot);
      int seen = slot;
      for (next = plus(slot, 1); next != end && time(next) == time; next = plus(next, 1)) {
        cells.combine(OUT, seen, next);
        seen = OUT;
      }
      visitor.visit(time, seen);
    }
  }

  @Override
  protected void reset() {
    if (head != end) {
      drop(count());
    }
  }

  @Override
  public final long oldest() {
    open();
    if (head == end) {
      throw none();
    }
    return headTime();
  }

  @Override
  public final long youngest() {
    open();
    if (head == end) {
      throw none();
    }
    return youngest;
  }

  @Override
  public final long size() {
    open();
    return duplicates == null ? count() : count() - duplicates.count();
  }

  @Override
  public final boolean isEmpty() {
    open();
    return head == end;
  }

  @Override
  public final long bytes() {
    return times.bytes() + cells.bytes() + (aggs == null ? 0 : aggs.bytes());
  }

  @Override
  public void checkInvariants() {
    int[] equal = new int[count()];
    int many = 0;
    for (int slot = head; slot != end; slot = plus(slot, 1)) {
      if (slot != head && time(slot) <= time(slot - 1 & CIRCLE)) {
        require(time(slot) == time(slot - 1 & CIRCLE), "R1", slot, "a time before its predecessor");
        equal[many++] = slot;
      }
    }
    int[] listed = duplicates == null ? new int[0] : duplicates.slots();
    require(
        Arrays.equals(listed, Arrays.copyOf(equal, many)),
        "R2",
        head,
        "listed " + Arrays.toString(listed) + ", but there are " + many);
    require(head == end || youngest == time(plus(end, -1)), "R1", end, "another youngest time");
    int chunks = (plus(end, -1) >>> times.shift) - (head >>> times.shift);
    require(
        head == end
            || times.tableMask == 0
            || (chunks & (CIRCLE >>> times.shift)) <= times.tableMask,
        "R3",
        end,
        "both ends share a chunk");
  }

  /** Throws an error that names the invariant, and the place counted from the oldest. */
  protected final void require(boolean holds, String invariant, int slot, String what) {
    if (!holds) {
      throw new AssertionError(
          algorithm().name()
              + ": invariant ("
              + invariant
              + ") broken at slot "
              + ((slot - head) & CIRCLE)
              + " of "
              + count()
              + ": "
              + what);
    }
  }

  // Snapshots of algorithms that do not keep their entries.

  /** Writes times and {@link #cells}. */
  protected final void writeSlots(DataOutput out) throws IOException {
    out.writeInt(count());
    for (int slot = head; slot != end; slot = plus(slot, 1)) {
      out.writeLong(time(slot));
      cells.write(slot, out);
    }
  }

  /** Reads into the empty ring what {@link #writeSlots} wrote; memory grows with what was read. */
  protected final void readSlots(DataInput in, int bytes) throws IOException {
    int claimed = in.readInt();
    if (claimed < 0 || claimed > bytes / Long.BYTES) {
      throw new IOException("it claims " + claimed + " slots in " + bytes + " bytes");
    }
    for (int i = 0; i < claimed; i++) {
      long time = in.readLong();
      if (i > 0 && time < youngest) {
        throw new IOException("time " + time + " comes after " + youngest);
      }
      if (meetsYoungest(time)) {
        duplicate();
      }
      cells.read(append(time), in);
    }
  }

  /** Reads a number of slots, which is from least to most. */
  protected static int readCount(DataInput in, int least, int most) throws IOException {
    int count = in.readInt();
    if (count < least || count > most) {
      throw new IOException(count + " slots where " + least + " to " + most + " would fit");
    }
    return count;
  }

  /** For tests: begins the empty ring at this slot. */
  final void beginAt(int slot) {
    if (head != end || times.tableMask > 0) {
      throw new IllegalStateException("only a new ring can begin anywhere");
    }
    head = slot;
    end = slot;
    limit = plus(slot, (int) times.capacity());
    reset();
  }
}
