package dev.finestra.internal.window.keyed;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.slots.Cells;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The windows of all keys: a {@link KeyTable} from keys to references, the small windows in {@link
 * SmallWindows}, and a list of large ones, which are windows of the algorithm.
 *
 * <p>A place is an index of the table; it is valid until a key is added or removed. A window
 * becomes large when it grows beyond {@value SmallWindows#MOST} entries, and small again at {@value
 * #BACK}: O(1) moves for each entry.
 *
 * <p>Invariants: (1) every key's window has an entry; (2) every large window belongs to one key,
 * and has more than {@value #BACK} entries if it could move back; and those of the table, of the
 * small windows and of the large windows.
 *
 * <p>When user code throws while a window moves, it has not moved; in an insert, nothing has
 * changed.
 */
final class WindowStore<K, O> {
  /** A large window this small moves back. */
  private static final int BACK = 12;

  private static final long LARGE = 1L << 62;

  private final Aggregation<O> aggregation;

  /** Makes an empty large window. */
  private final Supplier<Window<O>> maker;

  /** Whether windows are large from the first entry on. */
  final boolean whole;

  final KeyTable<K> table = new KeyTable<>();
  private final List<Window<O>> windows = new ArrayList<>();
  private final List<Integer> vacant = new ArrayList<>();
  private SmallWindows<O> small;

  WindowStore(Aggregation<O> aggregation, Supplier<Window<O>> maker, boolean whole) {
    this.aggregation = aggregation;
    this.maker = maker;
    this.whole = whole;
    this.small = new SmallWindows<>(aggregation);
  }

  WindowStore<K, O> fresh() {
    return new WindowStore<>(aggregation, maker, whole);
  }

  Window<O> window() {
    return maker.get();
  }

  SmallWindows<O> small() {
    return small;
  }

  Cells<O> cells() {
    return small.cells();
  }

  /** The run of the small window at a place. */
  long run(int at) {
    return table.reference(at);
  }

  /** The large window at a place; null if the window is small. */
  Window<O> large(int at) {
    long reference = table.reference(at);
    return reference >= LARGE ? windows.get((int) (reference - LARGE)) : null;
  }

  /**
   * Inserts the aggregate in register IN into the key's small window, which has room; returns its
   * place.
   */
  int put(K key, int at, long time) {
    if (at < 0) {
      table.add(~at, key, small.single(time));
      return table.find(key);
    }
    table.reference(at, small.insert(run(at), time));
    return at;
  }

  /** Adds a key with an empty large window, which must get an entry or be settled. */
  Window<O> add(K key, int at) {
    Window<O> window = window();
    table.add(~at, key, place(window));
    return window;
  }

  private long place(Window<O> window) {
    if (vacant.isEmpty()) {
      windows.add(window);
      return LARGE + windows.size() - 1;
    }
    int index = vacant.remove(vacant.size() - 1);
    windows.set(index, window);
    return LARGE + index;
  }

  private void vacate(int at) {
    int index = (int) (table.reference(at) - LARGE);
    windows.set(index, null);
    vacant.add(index);
  }

  /** Moves a run into a large window. */
  Window<O> promote(int at) {
    long run = run(at);
    Window<O> window = window();
    for (int i = 0; i < SmallWindows.count(run); i++) {
      window.insert(small.time(run, i), cells(), SmallWindows.slot(run) + i);
    }
    table.reference(at, place(window));
    small.free(run);
    return window;
  }

  /** Restores (1) and (2) after a large window has shrunk. */
  void settle(int at, Window<O> window) {
    if (window.isEmpty()) {
      drop(at);
    } else if (isTooSmall(window)) {
      long[] run = {0};
      window.entries(
          (time, slot) -> {
            cells().copy(IN, window.entryCells(), slot, 1);
            run[0] = run[0] == 0 ? small.single(time) : small.insert(run[0], time);
          });
      vacate(at);
      table.reference(at, run[0]);
    }
  }

  private boolean isTooSmall(Window<O> window) {
    return !whole && window.size() <= BACK && window.algorithm().is(Trait.KEEPS_ENTRIES);
  }

  /** Removes entries of a small window, and its key with the last one. */
  void remove(int at, int from, int to) {
    long run = run(at);
    if (to - from == SmallWindows.count(run)) {
      drop(at);
    } else if (from < to) {
      table.reference(at, small.remove(run, from, to));
    }
  }

  /** Removes a key and all its entries. */
  void drop(int at) {
    if (large(at) != null) {
      vacate(at);
    } else {
      small.free(run(at));
    }
    table.remove(at);
  }

  /**
   * Frees memory that changes have left unused, if it is much. The content of the scratch block is
   * lost.
   */
  void tidy() {
    table.shrink();
    condense();
    if (vacant.size() > 16 && vacant.size() == windows.size()) {
      windows.clear();
      vacant.clear();
    }
  }

  /**
   * Moves all runs into fresh arrays when too much of the present ones is free: O(1) moves for each
   * slot freed.
   */
  private void condense() {
    if (small.isSparse(table.capacity())) {
      SmallWindows<O> dense = new SmallWindows<>(aggregation);
      for (int at = 0; at < table.capacity(); at++) {
        if (!table.isEmpty(at) && large(at) == null) {
          table.reference(at, dense.copy(small, run(at)));
        }
      }
      small = dense;
    }
  }

  /** Leaves the aggregate of a small window in OUT. */
  void aggregate(int at) {
    small.aggregate(run(at), 0, SmallWindows.count(run(at)));
  }

  /** The lowered aggregate of a key. */
  O answer(int at) {
    Window<O> window = large(at);
    if (window != null) {
      return window.query();
    }
    aggregate(at);
    return cells().lower(OUT);
  }

  long size(int at) {
    Window<O> window = large(at);
    return window != null ? window.size() : SmallWindows.count(run(at));
  }

  long bytes() {
    long bytes = table.bytes() + small.bytes() + 4L * windows.size() + 20L * vacant.size();
    for (Window<O> window : windows) {
      bytes += window == null ? 0 : window.bytes();
    }
    return bytes;
  }

  void checkInvariants() {
    table.checkInvariants();
    long slots = 0;
    int found = 0;
    for (int at = 0; at < table.capacity(); at++) {
      if (!table.isEmpty(at)) {
        Window<O> window = large(at);
        if (window == null) {
          slots += small.check(table.key(at), run(at));
        } else {
          found++;
          check(table.key(at), window);
        }
      }
    }
    small.check(slots);
    if (found + vacant.size() != windows.size()) {
      throw new AssertionError(
          "(2) broken: %s keys of %s windows, %s vacant"
              .formatted(found, windows.size(), vacant.size()));
    }
  }

  private void check(K key, Window<O> window) {
    window.checkInvariants();
    if (window.isEmpty()) {
      throw new AssertionError("(1) broken: key " + key + " is empty");
    }
    if (isTooSmall(window)) {
      throw new AssertionError(
          "(2) broken: key " + key + " has a large window of " + window.size());
    }
  }
}
