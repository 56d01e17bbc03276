package dev.finestra.internal.window.keyed;

import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow.EntryVisitor;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.NumericResults;
import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.algorithm.Refusal;
import dev.finestra.internal.window.Window;
import dev.finestra.keyed.KeyCodec;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Windows by key over a {@link WindowStore}: checks arguments, lifts values, and rejects operations
 * that the algorithm rejects.
 *
 * <p>Costs: a look-up of the key; then for a small window a walk over its at most {@value
 * SmallWindows#MOST} entries, for a large one what its algorithm costs. {@code bulkEvict} of all
 * keys visits every key.
 *
 * <p>Invariants: those of the store.
 *
 * <p>When user code throws: before a change, nothing changes; in the middle of one, all windows
 * close.
 *
 * <p>One thread at a time.
 */
public final class Keyed<K, O> extends KeyedInserts<K, O> {
  private static final String NO_CODEC =
      "The codec of keys is null; give one, as KeyCodec.TEXT or KeyCodec.LONG.";

  /**
   * Windows of one algorithm.
   *
   * @param maker makes an empty window
   * @param whole whether a key's first entry already gets a window of the algorithm, because the
   *     window's entries differ from the inserted ones
   */
  public Keyed(Aggregation<O> aggregation, Supplier<Window<O>> maker, boolean whole) {
    super(aggregation, maker, whole);
  }

  // Evicts.

  @Override
  public boolean evict(K key, long time) {
    int at = find(key);
    if (at < 0) {
      return false;
    }
    Window<O> window = store.large(at);
    return window == null ? evict(at, time) : evict(key, window, time);
  }

  private boolean evict(K key, Window<O> window, long time) {
    try {
      boolean was = window.evict(time);
      settle(key, window);
      return was;
    } catch (Throwable thrown) {
      failed(key, window, thrown);
      throw thrown;
    }
  }

  private boolean evict(int at, long time) {
    long run = store.run(at);
    int i = store.small().countUpTo(run, time) - 1;
    if (i < 0 || store.small().time(run, i) != time) {
      return false;
    }
    if (i > 0 && !algorithm.is(Trait.OUT_OF_ORDER)) {
      throw Refusal.notOldest(algorithm, time, store.small().oldest(run));
    }
    store.remove(at, i, i + 1);
    store.tidy();
    return true;
  }

  @Override
  public void bulkEvict(K key, long time) {
    int at = find(key);
    if (at >= 0) {
      bulkEvict(at, time);
      store.tidy();
    }
  }

  @Override
  public void bulkEvict(long time) {
    open();
    int mask = store.table.capacity() - 1;
    int start = store.table.start();
    for (int step = 1; step <= mask; step++) {
      int at = (start - step) & mask;
      if (!store.table.isEmpty(at)) {
        bulkEvict(at, time);
      }
    }
    store.tidy();
  }

  private void bulkEvict(int at, long time) {
    Window<O> window = store.large(at);
    if (window == null) {
      store.remove(at, 0, store.small().countUpTo(store.run(at), time));
      return;
    }
    try {
      window.bulkEvict(time);
      store.settle(at, window);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public boolean remove(K key) {
    int at = find(key);
    if (at >= 0) {
      store.drop(at);
      store.tidy();
    }
    return at >= 0;
  }

  @Override
  public void clear() {
    open();
    store = store.fresh();
  }

  // Queries.

  @Override
  public O query(K key) {
    int at = find(key);
    return at < 0 ? aggregation.empty() : store.answer(at);
  }

  @Override
  public long queryLong(K key) {
    int at = find(key);
    if (at < 0) {
      return NumericResults.toLong(aggregation, aggregation.empty());
    }
    Window<O> window = store.large(at);
    if (window != null) {
      return window.queryLong();
    }
    store.aggregate(at);
    return store.cells().lowerLong(OUT);
  }

  @Override
  public double queryDouble(K key) {
    int at = find(key);
    if (at < 0) {
      return NumericResults.toDouble(aggregation, aggregation.empty());
    }
    Window<O> window = store.large(at);
    if (window != null) {
      return window.queryDouble();
    }
    store.aggregate(at);
    return store.cells().lowerDouble(OUT);
  }

  @Override
  public O query(K key, long from, long to) {
    int at = find(key);
    need("answer a range query", Trait.RANGE_QUERY);
    Window<O> window = at < 0 ? null : store.large(at);
    if (window != null) {
      return window.query(from, to);
    }
    int begin = at < 0 || from > to ? 0 : store.small().countBefore(store.run(at), from);
    int end = at < 0 || from > to ? 0 : store.small().countUpTo(store.run(at), to);
    if (begin == end) {
      return aggregation.empty();
    }
    store.small().aggregate(store.run(at), begin, end);
    return store.cells().lower(OUT);
  }

  private void need(String what, Trait needed) {
    if (!algorithm.is(needed)) {
      throw Refusal.of(algorithm, what, needed);
    }
  }

  @Override
  public long oldest(K key) {
    int at = present(key);
    Window<O> window = store.large(at);
    return window != null ? window.oldest() : store.small().oldest(store.run(at));
  }

  @Override
  public long youngest(K key) {
    int at = present(key);
    Window<O> window = store.large(at);
    return window != null ? window.youngest() : store.small().youngest(store.run(at));
  }

  private int present(K key) {
    int at = find(key);
    if (at < 0) {
      throw new NoSuchElementException("The window of key " + key + " is empty.");
    }
    return at;
  }

  @Override
  public long size(K key) {
    int at = find(key);
    return at < 0 ? 0 : store.size(at);
  }

  @Override
  public int keys() {
    return store.table.size();
  }

  @Override
  public void forEach(KeyVisitor<? super K, ? super O> visitor) {
    open();
    Objects.requireNonNull(visitor, "The visitor of keys is null.");
    for (int at = 0; at < store.table.capacity(); at++) {
      if (!store.table.isEmpty(at)) {
        visitor.accept(store.table.key(at), store.answer(at));
      }
    }
  }

  @Override
  public void forEach(K key, EntryVisitor<? super O> visitor) {
    int at = find(key);
    Objects.requireNonNull(visitor, "The visitor of entries is null.");
    need("visit its entries", Trait.KEEPS_ENTRIES);
    Window<O> window = at < 0 ? null : store.large(at);
    if (window != null) {
      window.forEach(visitor);
    } else if (at >= 0) {
      long run = store.run(at);
      for (int i = 0; i < SmallWindows.count(run); i++) {
        visitor.accept(store.small().time(run, i), store.cells().lower(SmallWindows.slot(run) + i));
      }
    }
  }

  @Override
  public byte[] snapshot(KeyCodec<K> codec) {
    open();
    Objects.requireNonNull(codec, NO_CODEC);
    return KeyedSnapshots.write(store, aggregation, codec);
  }

  @Override
  public void restore(byte[] snapshot, KeyCodec<K> codec) {
    open();
    Objects.requireNonNull(snapshot, "The snapshot to restore is null.");
    Objects.requireNonNull(codec, NO_CODEC);
    store = KeyedSnapshots.read(store.fresh(), aggregation, snapshot, codec);
  }

  @Override
  public String toString() {
    String what = algorithm.name() + " of " + ValueConversions.described(aggregation);
    return what + (broken == null ? ", " + keys() + " keys" : ", closed");
  }

  @Override
  public long bytes() {
    return store.bytes();
  }

  @Override
  public void checkInvariants() {
    store.checkInvariants();
  }
}
