package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.pages.HeaderFields;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Storage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The base of the in-order algorithms: a window over a {@link SlotQueue} that rejects times before
 * its youngest entry and evicts only its oldest ones.
 *
 * <p>Paper: <em>In-Order Sliding-Window Aggregation in Worst-Case Constant Time</em>; equal times,
 * which the paper does not treat, are combined into one entry or kept in slots that count as one.
 *
 * <p>Costs: search O(log m) for a cut m entries from the oldest. No combines, except of slots at
 * equal times on a visit.
 *
 * <p>Invariants: (R) of {@link SlotQueue}; (Q1) times never fall; (Q2) the list of duplicates has
 * exactly the slots whose time is that of the slot before.
 */
public abstract class InOrder<O> extends SlotQueue<O> {
  /** The slots that share the time of the slot before; null if there was none yet. */
  private Duplicates duplicates;

  /** An empty window with one or two partial results for each slot. */
  protected InOrder(Algorithm algorithm, Aggregation<O> aggregation, boolean two, Storage storage) {
    super(algorithm, aggregation, two, storage);
  }

  // Hooks that an algorithm implements, besides those of Window.

  /**
   * Inserts lifted aggregates values[at .. at + count) at times[from .. from + count), which rise
   * strictly and are above the youngest; count is not 0.
   */
  protected abstract void bulkAppend(long[] times, int from, Cells<O> values, int at, int count);

  /** Evicts the oldest slot, with {@link #drop()}. */
  protected abstract void pop();

  /** Evicts the oldest {@code count} slots, at least one, with {@link #drop(int)}. */
  protected abstract void pop(int count);

  /** Whether this time equals the youngest entry's. */
  protected final boolean meetsYoungest(long time) {
    return time == youngest && head != end;
  }

  /**
   * Notes that the next slot will share the youngest time, because the value could not be combined,
   * and makes room for it.
   */
  protected final void duplicate() {
    makeRoom();
    if (duplicates == null) {
      duplicates = new Duplicates();
    }
    duplicates.add(end);
  }

  // The hooks of Window.

  @Override
  protected final void checkInsert(long time) {
    if (time <= youngest && head != end) {
      checkOrder(time);
    } else {
      // here: after a later call, the lifted value would have to be loaded again
      makeRoom();
    }
  }

  private void checkOrder(long time) {
    if (time < youngest) {
      throw Refusal.late(algorithm(), time, youngest);
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

  /** Throws if there is an entry at this time, which is not the oldest; false if there is none. */
  private boolean evictOther(long time) {
    if (time > headTime() && time(plus(head, cut(time) - 1)) == time) {
      throw Refusal.notOldest(algorithm(), time, headTime());
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
    if (duplicates != null) {
      duplicates.drop(head, count);
    }
    if (count == 1) {
      pop();
    } else {
      pop(count);
    }
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

  @Override
  protected void reset() {
    if (head != end) {
      if (duplicates != null) {
        duplicates.drop(head, count());
      }
      drop(count());
    }
  }

  @Override
  protected final long oldestTime() {
    return headTime();
  }

  @Override
  protected final long youngestTime() {
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
  public void checkInvariants() {
    super.checkInvariants();
    int[] equal = new int[count()];
    int many = 0;
    for (int slot = head; slot != end; slot = plus(slot, 1)) {
      if (slot != head && time(slot) <= time(slot - 1 & CIRCLE)) {
        require(time(slot) == time(slot - 1 & CIRCLE), "Q1", slot, "a time before its predecessor");
        equal[many++] = slot;
      }
    }
    int[] listed = duplicates == null ? new int[0] : duplicates.slots();
    require(
        Arrays.equals(listed, Arrays.copyOf(equal, many)),
        "Q2",
        head,
        "listed " + Arrays.toString(listed) + ", but there are " + many);
    require(head == end || youngest == time(plus(end, -1)), "Q1", end, "another youngest time");
  }

  // Windows on pages.

  /**
   * Writes to a header, or reads from it, the state that is not in the slots. An algorithm adds its
   * own slots and registers.
   */
  @Override
  protected void keep(HeaderFields<O> header) {
    super.keep(header);
    int many = header.slot(duplicates == null ? 0 : duplicates.count());
    int[] slots = new int[many];
    for (int i = 0; i < many; i++) {
      slots[i] = header.slot(header.isRead() ? 0 : duplicates.slots()[i]);
    }
    if (header.isRead()) {
      duplicates = many == 0 ? null : new Duplicates(slots);
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

  /**
   * Reads what {@link #writeSlots} wrote into the empty ring. Memory grows only with bytes that
   * were read.
   */
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
      makeRoom();
      cells.read(append(time), in);
    }
  }

  /** Reads a number of slots; rejects one outside [least, most]. */
  protected static int readCount(DataInput in, int least, int most) throws IOException {
    int count = in.readInt();
    if (count < least || count > most) {
      throw new IOException(count + " slots where " + least + " to " + most + " would fit");
    }
    return count;
  }
}
