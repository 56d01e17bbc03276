package dev.finestra.internal.window.keyed;

import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.WindowClosedException;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.BulkValues;
import dev.finestra.internal.window.LiftedBulk;
import dev.finestra.internal.window.Window;
import dev.finestra.keyed.KeyedWindows;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The inserting half of {@link Keyed}: checks a value or a bulk, lifts it, and puts it into the run
 * or the window of its key. Longs, doubles and objects have methods of their own, as in {@link
 * Window}, so that nothing is boxed.
 */
abstract class KeyedInserts<K, O> implements KeyedWindows<K, O> {
  protected final Aggregation<O> aggregation;
  protected final Algorithm algorithm;
  protected WindowStore<K, O> store;
  protected Throwable broken;
  private final BulkValues bulk = new BulkValues();

  protected KeyedInserts(Aggregation<O> aggregation, Supplier<Window<O>> maker, boolean whole) {
    this.aggregation = aggregation;
    this.store = new WindowStore<>(aggregation, maker, whole);
    this.algorithm = store.window().algorithm();
  }

  @Override
  public final Algorithm algorithm() {
    return algorithm;
  }

  @Override
  public final Aggregation<O> aggregation() {
    return aggregation;
  }

  protected final void open() {
    if (broken != null) {
      throw new WindowClosedException(broken);
    }
  }

  /** The place of a key; if it is absent, ~ the place for it. */
  protected final int find(K key) {
    open();
    return store.table.find(Objects.requireNonNull(key, "A key must not be null."));
  }

  @Override
  public final void insert(K key, long time, long value) {
    int at = find(key);
    store.cells().lift(IN, value);
    insertLifted(key, at, time);
  }

  @Override
  public final void insert(K key, long time, double value) {
    int at = find(key);
    store.cells().lift(IN, value);
    insertLifted(key, at, time);
  }

  @Override
  public final void insert(K key, long time, Object value) {
    int at = find(key);
    if (value == null) {
      return;
    }
    store.cells().lift(IN, value);
    insertLifted(key, at, time);
  }

  /** Inserts register IN of the store, for all three types of values. */
  private void insertLifted(K key, int at, long time) {
    Window<O> window = target(key, at, time, 1);
    if (window == null) {
      put(key, at, time);
      store.tidy();
      return;
    }
    try {
      window.insert(time, store.cells(), IN);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(K key, long[] times, long[] values, int from, int to) {
    Window.checkArrays(times, values);
    bulkInsert(key, times, bulk.of(values), values.length, from, to);
  }

  @Override
  public final void bulkInsert(K key, long[] times, double[] values, int from, int to) {
    Window.checkArrays(times, values);
    bulkInsert(key, times, bulk.of(values), values.length, from, to);
  }

  @Override
  public final void bulkInsert(K key, long[] times, Object[] values, int from, int to) {
    Window.checkArrays(times, values);
    bulkInsert(key, times, bulk.of(values), values.length, from, to);
  }

  private void bulkInsert(K key, long[] times, BulkValues values, int length, int from, int to) {
    try {
      int at = find(key);
      LiftedBulk.isStrict(times, length, from, to);
      int first = from;
      while (first < to && !values.has(first)) {
        first++;
      }
      Window<O> window = first == to ? null : target(key, at, times[first], to - first);
      if (window == null) {
        putAll(key, at, times, values, first, to);
      } else {
        insertLarge(key, window, times, values, first, to);
      }
    } finally {
      values.forget();
    }
  }

  private void insertLarge(
      K key, Window<O> window, long[] times, BulkValues values, int from, int to) {
    try {
      values.insert(window, times, from, to);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
    settle(key, window);
  }

  /**
   * The large window into which {@code count} entries from this time on are inserted; null if they
   * go into the run. Rejects times out of order.
   */
  private Window<O> target(K key, int at, long time, int count) {
    if (at < 0) {
      return store.whole || count > SmallWindows.MOST ? store.add(key, at) : null;
    }
    Window<O> window = store.large(at);
    if (window != null) {
      return window;
    }
    long run = store.run(at);
    long youngest = store.small().youngest(run);
    if (time < youngest && !algorithm.is(Trait.OUT_OF_ORDER)) {
      throw Refusal.late(algorithm, time, youngest);
    }
    boolean fits =
        SmallWindows.count(run) + count <= SmallWindows.MOST
            || (count == 1 && store.small().holds(run, time));
    return fits ? null : store.promote(at);
  }

  private int put(K key, int at, long time) {
    try {
      return store.put(key, at, time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  /** Lifts values into the scratch block, all before the first is inserted. */
  private void putAll(K key, int at, long[] times, BulkValues values, int from, int to) {
    for (int i = from; i < to; i++) {
      if (values.has(i)) {
        values.lift(i, store.cells(), SmallWindows.SCRATCH + i - from);
      }
    }
    int place = at;
    for (int i = from; i < to; i++) {
      if (values.has(i)) {
        store.cells().copy(IN, SmallWindows.SCRATCH + i - from);
        place = put(key, place, times[i]);
      }
    }
    store.cells().forget(SmallWindows.SCRATCH, to - from);
    store.tidy();
  }

  /** After a large window has thrown: if it closed, closes all windows, else keeps it. */
  protected final void failed(K key, Window<O> window, Throwable thrown) {
    if (window.isClosed()) {
      broken = thrown;
    } else {
      try {
        settle(key, window);
      } catch (Throwable another) {
        broken = another;
        if (another != thrown) {
          thrown.addSuppressed(another);
        }
      }
    }
  }

  protected final void settle(K key, Window<O> window) {
    store.settle(store.table.find(key), window);
    store.tidy();
  }
}
