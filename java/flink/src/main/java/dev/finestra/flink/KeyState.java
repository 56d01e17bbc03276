package dev.finestra.flink;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.sorted.state.BatchExecutionKeyedStateBackend;

/**
 * The windows and notes of the keys that came last, the current one's attached. A key that comes
 * again while it is held costs a look into a table; one that is not takes the place of the one that
 * was away longest, whose pages are put back into Flink's state, under its key. All are put back
 * before a snapshot.
 *
 * <p>Costs: for a key that is held a comparison or a look into a table; else a state access for the
 * header and one for each page, to fetch and to put back.
 *
 * <p>Invariants: 1. at most {@code mostKeys} windows are held, and but for the current one's at
 * most {@code mostPages} pages, or the current one's alone; 2. what is held is nowhere else: a key
 * that is not held is wholly in Flink's state.
 */
final class KeyState {
  /** The most nodes of evicted subtrees whose pages are removed when a key is left. */
  private static final int MOST_REMOVED = 64;

  /** The most such nodes when there is nothing else left of a key. */
  private static final int MOST_SWEPT = 4096;

  /** The job's option, or the system property, for the most keys whose windows are held. */
  static final String KEYS = "finestra.flink.keys";

  /** The same for the most pages held. */
  static final String PAGES = "finestra.flink.pages";

  /** The most keys, where nothing is said; each takes some KiB beside its pages. */
  private static final int MOST_KEYS = 2048;

  /**
   * The most pages held of state that is bytes, of partial aggregates that are words or objects.
   */
  private static final int MOST_PAGES = 8192;

  private static final int MOST_PAGES_OF_OBJECTS = 1024;

  /** The most pages held of state that is objects, which are there anyway. */
  private static final int MOST_SHARED_PAGES = 1 << 16;

  private final AbstractStreamOperator<?> operator;
  private final KeyedStateBackend<Object> backend;
  private final InternalValueState<Object, Integer, Entry> state;
  private final PageSerializer serializer;
  private final String algorithm;
  private final Aggregation<Answer> aggregation;
  private final TypeSerializer<Object> keySerializer;
  private final boolean isBatch;
  private final boolean shares;
  private final int mostKeys;
  private final int mostPages;

  /** Those that are held, in the order of their last use. */
  private final LinkedHashMap<Object, HeldKey> held = new LinkedHashMap<>(16, 0.75f, true);

  /** Those that are not, to be used again: a window is no small thing to make. */
  private final ArrayDeque<HeldKey> spare = new ArrayDeque<>();

  /** How many pages the held keys have, but for what the current one fetched since. */
  private int pages;

  private HeldKey current;

  KeyState(
      AbstractStreamOperator<?> operator,
      InternalValueState<Object, Integer, Entry> state,
      PageSerializer serializer,
      String algorithm,
      Aggregation<Answer> aggregation) {
    this.operator = operator;
    this.backend = operator.getKeyedStateBackend();
    this.state = state;
    this.serializer = serializer;
    this.algorithm = algorithm;
    this.aggregation = aggregation;
    this.isBatch = backend instanceof BatchExecutionKeyedStateBackend;
    this.shares = isBatch || backend instanceof HeapKeyedStateBackend;
    this.keySerializer = backend.getKeySerializer();
    this.mostKeys = isBatch ? 1 : limit(KEYS, MOST_KEYS);
    this.mostPages = limit(PAGES, mostPages(aggregation));
    spare.add(new HeldKey(state, serializer, shares, algorithm, aggregation));
    current = spare.peek();
  }

  private int limit(String name, int usual) {
    int limit =
        operator
            .getContainingTask()
            .getEnvironment()
            .getJobConfiguration()
            .get(ConfigOptions.key(name).intType().defaultValue(Integer.getInteger(name, usual)));
    if (limit < 1) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is "
              + limit
              + "; it must be at least 1, and is "
              + usual
              + " unless set");
    }
    return limit;
  }

  private int mostPages(Aggregation<Answer> aggregation) {
    if (shares) {
      return MOST_SHARED_PAGES;
    }
    return aggregation instanceof ObjectAggregation<?, ?> ? MOST_PAGES_OF_OBJECTS : MOST_PAGES;
  }

  SlidingWindow<Answer> window() {
    return current.window;
  }

  Notes notes() {
    return current.notes;
  }

  Object key() {
    return current.key;
  }

  /** Whether keys come one after the other, and a key's timers ring once, when it is over. */
  boolean isBatch() {
    return isBatch;
  }

  int pagesHeld() {
    return pages + current.newPages();
  }

  /** Goes on with the window of the key that Flink is at. */
  void attach() {
    Object key = backend.getCurrentKey();
    if (key.equals(current.key)) {
      // A batch's key goes nowhere before it is over.
      if (!isBatch && pages + current.newPages() > mostPages) {
        leave(key);
      }
      return;
    }
    pages += current.count();
    HeldKey next = held.get(key);
    current = next != null ? next : hold(key);
    if (pages > mostPages) {
      makeRoom(mostKeys, key);
    }
  }

  /** The current key's window has grown: others make room, or it lets go of its pages itself. */
  private void leave(Object key) {
    pages += current.count();
    makeRoom(mostKeys, key);
    if (pages > mostPages && !current.window.isWhole()) {
      release(held.remove(current.key), key);
      current = hold(key);
    }
  }

  private HeldKey hold(Object key) {
    makeRoom(mostKeys - 1, key);
    HeldKey next =
        spare.isEmpty()
            ? new HeldKey(state, serializer, shares, algorithm, aggregation)
            : spare.pop();
    next.attach(keySerializer.copy(key));
    held.put(next.key, next);
    return next;
  }

  /** Lets go of keys until no more than so many are held, and no more pages than may be. */
  private void makeRoom(int most, Object key) {
    while (held.size() > most || (pages > mostPages && held.size() > 1)) {
      Iterator<HeldKey> eldest = held.values().iterator();
      HeldKey gone = eldest.next();
      if (gone == current && pages > mostPages && held.size() > 1) {
        held.get(gone.key); // it is used now
        continue;
      }
      eldest.remove();
      release(gone, key);
    }
  }

  /** Puts a key back, and returns to the key that Flink is at, null for none. */
  private void release(HeldKey gone, Object key) {
    pages -= gone.pages;
    // In batch mode each key is over when the next begins, and its state is gone.
    if (!isBatch) {
      operator.setCurrentKey(gone.key);
      gone.putBack(MOST_REMOVED);
      if (key != null) {
        operator.setCurrentKey(key);
      }
    }
    gone.forget();
    spare.push(gone);
  }

  /** Puts back what is held, so that all is in Flink's state. */
  void flush() {
    if (isBatch) {
      return;
    }
    Object key = backend.getCurrentKey();
    held.values().forEach(gone -> release(gone, null));
    held.clear();
    pages = 0;
    if (key != null) {
      operator.setCurrentKey(key);
    }
  }

  /**
   * Removes pages that the window had, a bounded number of them; all of them, over time, where it
   * is empty.
   *
   * @return whether it is empty and there are more
   */
  boolean sweep() {
    if (!current.window.isEmpty()) {
      current.window.sweep(MOST_REMOVED);
      return false;
    }
    return current.sweep(MOST_SWEPT);
  }

  /** Evicts everything of the key; {@link #sweep} then removes it. */
  void clear() {
    current.clear();
  }
}
