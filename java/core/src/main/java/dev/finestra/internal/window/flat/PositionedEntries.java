package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.SlotCursor.YOUNGEST;

import dev.finestra.Algorithm;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.Chunks;
import dev.finestra.internal.window.slots.LongChunks;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The entries in order of time at positions [head, tail) of a ring: times, and each entry's own
 * aggregate.
 *
 * <p>Without overrides it accepts input in order only: an equal time is combined into the youngest
 * entry, and evicts remove the oldest entry, or all up to a time.
 *
 * <p>Costs: append O(1), amortized because the ring grows (without a combine, and no position
 * changes); search O(log m) for the m-th oldest entry; evicts move the head and release whole
 * chunks.
 *
 * <p>Invariants: (1) the times at [head, tail) rise strictly; (2) the cell at a position is its
 * entry's own aggregate.
 *
 * <p>When user code throws: the only combine here is that of equal times, into one cell; the window
 * closes.
 */
abstract class PositionedEntries<O> extends Window<O> {
  /**
   * The first position. Slots wrap around soon after it, so that small tests cover the wrap too.
   */
  private static final long FIRST = (1L << 31) - 100;

  private static final int SHIFT = 4;

  final LongChunks times = new LongChunks(SHIFT, LongChunks.WORD_BITS);
  long head = FIRST;
  long tail = FIRST;

  /** The chunks of times at both ends. */
  private long[] headTimes;

  private long[] tailTimes;

  /** The length of these chunks, less one. */
  private int mask;

  /** How many entries can be appended before more room is needed. */
  private int room;

  /** The time at tail - 1, while there is one. */
  private long youngest;

  /** The head can release no chunk before it reaches this position. */
  private long nextRelease = FIRST;

  PositionedEntries(Algorithm algorithm, Cells<O> cells) {
    super(algorithm, cells);
  }

  /** Moves a subclass's own cursors to the head. */
  void reachHead() {}

  /** Makes room for positions [tail, end) in a subclass's own arrays. */
  void room(long end) {}

  /**
   * Releases positions [head, to) in a subclass's own arrays. If {@code chunks}, that may include
   * whole chunks.
   */
  void leave(long to, boolean chunks) {}

  final long time(long position) {
    return times.get(slot(position));
  }

  /** Whether there is a youngest entry and it has this time. */
  final boolean isYoungest(long time) {
    return time == youngest && tail > head;
  }

  /** Adds register IN to the youngest entry. */
  final void combineYoungest() {
    int slot = slot(tail - 1);
    cells.combine(slot, slot, IN);
  }

  /** Makes room for an entry at tail; returns for how many entries it suffices. */
  final int makeRoom() {
    if (room == 0) {
      room = Room.make(times, head, tail);
      room = Math.min(room, Room.make(cells.chunks(), head, tail));
      room(tail + room);
      nextRelease = head;
      mask = (1 << times.shift()) - 1;
      tailTimes = times.chunk(slot(tail));
      cells.reach(YOUNGEST, slot(tail));
      reachOldest();
    }
    return room;
  }

  private void reachOldest() {
    headTimes = times.chunk(slot(head));
    reachHead();
  }

  /** The time at the head, while there is an entry. */
  private long headTime() {
    return headTimes[(int) head & mask];
  }

  /** Appends the entry in register IN, which keeps it until the next append. */
  final void append(long time) {
    makeRoom();
    room--;
    int slot = slot(tail);
    tailTimes[slot & mask] = time;
    cells.put(YOUNGEST, slot, IN);
    tail++;
    youngest = time;
  }

  /** Appends as many of the entries as there is room for; returns their number. */
  final int append(long[] from, int at, int count, Cells<O> values, int value) {
    int n = Math.min(makeRoom(), count);
    room -= n;
    times.copy(slot(tail), from, at, n);
    cells.copy(slot(tail), values, value, n);
    tail += n;
    youngest = from[at + n - 1];
    return n;
  }

  /** Appends a bulk, whose first time may equal the youngest. */
  final void appendAll(long[] from, int at, int count, Cells<O> values) {
    int i = 0;
    if (count > 0 && isYoungest(from[at])) {
      cells.copy(IN, values, 0, 1);
      insertLifted(from[at]);
      i++;
    }
    while (i < count) {
      i += append(from, at + i, count - i, values, i);
    }
  }

  /** Inserts the entry in register IN at this position; younger ones move up. */
  final void insertAt(long position, long time) {
    makeRoom();
    room--;
    int slot = slot(position);
    int younger = (int) (tail - position);
    // slot + 1 even if it wraps around: copy derives its direction from the difference
    times.copy(slot + 1, slot, younger);
    cells.copy(slot + 1, slot, younger);
    times.set(slot, time);
    cells.copy(slot, IN);
    tail++;
  }

  /** Removes the entry at this position; younger ones move down. */
  final void removeAt(long position) {
    int slot = slot(position);
    int younger = (int) (tail - position) - 1;
    times.copy(slot, slot + 1, younger);
    cells.copy(slot, slot + 1, younger);
    tail--;
    // the tail may now be in a chunk that no cursor holds
    room = 0;
    cells.forget(slot(tail), 1);
    release(times);
    release(cells.chunks());
    youngest = time(tail - 1);
  }

  /** Releases the chunk that begins at the tail. */
  private void release(Chunks chunks) {
    if ((tail & ((1L << chunks.shift()) - 1)) == 0) {
      chunks.release(slot(tail));
    }
  }

  /** Moves the head. */
  final void drop(long to) {
    if (to >= nextRelease) {
      dropChunks(to);
      return;
    }
    leave(to, false);
    cells.forget(slot(head), (int) (to - head));
    head = to;
  }

  private void dropChunks(long to) {
    leave(to, true);
    Room.release(times, head, to);
    Room.leave(cells, head, to);
    int shift = Math.min(times.shift(), cells.chunks().shift());
    nextRelease = ((to >>> shift) + 1) << shift;
    head = to;
    reachOldest();
  }

  /** The first position whose time is later than this one; searches outwards from the head. */
  final long after(long time) {
    long low = head;
    long step = 1;
    while (low + step <= tail && time(low + step - 1) <= time) {
      low += step;
      step *= 2;
    }
    long high = Math.min(low + step - 1, tail);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (time(middle) <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    return time(from(time));
  }

  /** The first position whose time is not before this one. */
  final long from(long time) {
    return time == Long.MIN_VALUE ? head : after(time - 1);
  }

  @Override
  protected void checkInsert(long time) {
    if (time <= youngest && tail > head) {
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
  protected boolean evictEntry(long time) {
    if (head == tail) {
      return false;
    }
    if (time != headTime()) {
      return evictOther(time);
    }
    drop(head + 1);
    return true;
  }

  /** Throws if there is an entry at this time, which is not the oldest; false if there is none. */
  private boolean evictOther(long time) {
    long position = from(time);
    if (time > headTime() && position < tail && time(position) == time) {
      throw Refusal.notOldest(algorithm(), time, headTime());
    }
    return false;
  }

  @Override
  protected void evictUpTo(long time) {
    if (head == tail || headTime() > time) {
      return;
    }
    drop(after(time));
  }

  @Override
  protected final void scan(SlotVisitor visitor) {
    for (long p = head; p < tail; p++) {
      visitor.visit(time(p), slot(p));
    }
  }

  @Override
  protected void reset() {
    drop(tail);
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
    return tail - head;
  }

  @Override
  public long bytes() {
    return times.bytes() + cells.bytes() + bulkBytes();
  }

  @Override
  public void checkInvariants() {
    for (long p = head + 1; p < tail; p++) {
      if (time(p) <= time(p - 1)) {
        throw new AssertionError(
            "(1) broken: time " + time(p) + " at " + (p - head) + " comes after " + time(p - 1));
      }
    }
  }

  /** Throws unless two slots hold equal aggregates, naming the invariant and the place. */
  final void checkSame(int expected, int actual, String broken) {
    if (!Arrays.equals(bytesOf(expected), bytesOf(actual))
        && !Objects.deepEquals(cells.lower(expected), cells.lower(actual))) {
      throw new AssertionError(
          broken + " is " + cells.lower(actual) + " instead of " + cells.lower(expected));
    }
  }

  private byte[] bytesOf(int slot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      cells.write(slot, new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw Window.unwritten(aggregation(), impossible);
    }
    return bytes.toByteArray();
  }
}
