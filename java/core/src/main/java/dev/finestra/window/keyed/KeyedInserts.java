package dev.finestra.window.keyed;

import static dev.finestra.window.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.WindowClosedException;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.window.Refusal;
import dev.finestra.window.Stage;
import dev.finestra.window.Window;
import java.util.Objects;

/**
 * The inserting half of {@link Keyed}: checks a value or a bulk, lifts it, and puts it into the run
 * or the window of its key. Longs, doubles and objects have methods of their own, as in {@link
 * Window}, so that nothing is boxed.
 */
abstract class KeyedInserts<K, O> implements KeyedWindows<K, O> {
  protected final Aggregation<O> aggregation;
  protected final Algorithm algorithm;
  protected Store<K, O> store;
  protected Throwable broken;

  protected KeyedInserts(String name, Aggregation<O> aggregation, WindowOptions options) {
    this.aggregation = aggregation;
    this.store = new Store<>(name, aggregation, options);
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

  /** The place of a key, or ~ the place where it would go. */
  protected final int find(K key) {
    open();
    return store.table.find(Objects.requireNonNull(key, "a key must not be null"));
  }

  @Override
  public final void insert(K key, long time, long value) {
    int at = find(key);
    Window<O> window = target(key, at, time, 1);
    if (window == null) {
      store.cells().lift(IN, value);
      putOne(key, at, time);
      return;
    }
    try {
      window.insert(time, value);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
  }

  @Override
  public final void insert(K key, long time, double value) {
    int at = find(key);
    Window<O> window = target(key, at, time, 1);
    if (window == null) {
      store.cells().lift(IN, value);
      putOne(key, at, time);
      return;
    }
    try {
      window.insert(time, value);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
  }

  @Override
  public final void insert(K key, long time, Object value) {
    int at = find(key);
    if (value == null) {
      return;
    }
    Window<O> window = target(key, at, time, 1);
    if (window == null) {
      store.cells().lift(IN, value);
      putOne(key, at, time);
      return;
    }
    try {
      window.insert(time, value);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(K key, long[] times, long[] values, int from, int to) {
    Window.checkArrays(times, values);
    int at = checkBulk(key, times, values.length, from, to);
    Window<O> window = target(key, at, times, from, to);
    if (window == null) {
      store.cells().lift(Runs.SCRATCH, values, from, to - from);
      putAll(key, at, times, null, from, to);
      return;
    }
    try {
      window.bulkInsert(times, values, from, to);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
    settle(key, window);
  }

  @Override
  public final void bulkInsert(K key, long[] times, double[] values, int from, int to) {
    Window.checkArrays(times, values);
    int at = checkBulk(key, times, values.length, from, to);
    Window<O> window = target(key, at, times, from, to);
    if (window == null) {
      store.cells().lift(Runs.SCRATCH, values, from, to - from);
      putAll(key, at, times, null, from, to);
      return;
    }
    try {
      window.bulkInsert(times, values, from, to);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
    settle(key, window);
  }

  @Override
  public final void bulkInsert(K key, long[] times, Object[] values, int from, int to) {
    Window.checkArrays(times, values);
    int at = find(key);
    int first = Stage.firstPresent(times, values, from, to);
    Window<O> window = target(key, at, times, first, to);
    if (window == null) {
      for (int i = first; i < to; i++) {
        if (values[i] != null) {
          store.cells().lift(Runs.SCRATCH + i - first, values[i]);
        }
      }
      putAll(key, at, times, values, first, to);
      return;
    }
    try {
      window.bulkInsert(times, values, first, to);
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
    settle(key, window);
  }

  private int checkBulk(K key, long[] times, int values, int from, int to) {
    int at = find(key);
    Stage.isStrict(times, values, from, to);
    return at;
  }

  /** The large window that takes a bulk, null for the run. */
  private Window<O> target(K key, int at, long[] times, int from, int to) {
    return from == to ? null : target(key, at, times[from], to - from);
  }

  /**
   * The large window that takes count entries from this time on, null for the run; refuses what is
   * out of order.
   */
  private Window<O> target(K key, int at, long time, int count) {
    if (at < 0) {
      return store.whole || count > Runs.MOST ? store.add(key, at) : null;
    }
    Window<O> window = store.large(at);
    if (window != null) {
      return window;
    }
    long run = store.run(at);
    long youngest = store.runs().youngest(run);
    if (time < youngest && !algorithm.is(Trait.OUT_OF_ORDER)) {
      throw Refusal.late(algorithm, time, youngest);
    }
    boolean fits =
        Runs.count(run) + count <= Runs.MOST || (count == 1 && store.runs().holds(run, time));
    return fits ? null : store.promote(at);
  }

  private void putOne(K key, int at, long time) {
    put(key, at, time);
    store.tidy();
  }

  private int put(K key, int at, long time) {
    try {
      return store.put(key, at, time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  /** Inserts what waits in the scratch block, but where values are null. */
  private void putAll(K key, int at, long[] times, Object[] values, int from, int to) {
    int place = at;
    for (int i = from; i < to; i++) {
      if (values == null || values[i] != null) {
        store.cells().copy(IN, Runs.SCRATCH + i - from);
        place = put(key, place, times[i]);
      }
    }
    store.cells().forget(Runs.SCRATCH, to - from);
    store.tidy();
  }

  /** After a large window has thrown: closes all when it has closed, else leaves it as it was. */
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
