package dev.finestra.windowing.internal.host;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The keys that had rows most recently, with their windows in memory. The key that was used least
 * recently is put back into the engine's state when others need its place. All keys are put back
 * before a snapshot.
 *
 * <p>If most rows are of keys that are not held, or need no attach ({@link KeyedHost#addToStored}),
 * only large windows are held. A small window is one entry of the state, so one object attaches to
 * one small window after the other: it stays in the processor's caches, where thousands of windows
 * would not.
 *
 * <p>Costs: for the current key one comparison; for a held key a hash lookup; for any other key one
 * state access for the header, or two if {@link KeyedHost#addToStored} was tried before, and one
 * for each page that is read or written.
 *
 * <p>Invariants: (1) at most {@code mostKeys} keys are held, and apart from those of the current
 * key at most {@code mostPages} pages. (2) A key that is neither current nor held is completely in
 * the engine's state.
 */
public final class HeldKeys {
  /**
   * Whether small windows are held is decided after {@code SAMPLE * mostKeys} changes of the
   * current key.
   */
  private static final long SAMPLE = 4;

  private final KeyBackend backend;
  private final EntryMap entries;
  private final String algorithm;
  private final Aggregation<WindowResult> aggregation;
  private final boolean isBatch;
  private final int mostKeys;
  private final int mostPages;

  /** The held keys, by their last use. The current key may be among them. */
  private final LinkedHashMap<Object, HeldKey> held = new LinkedHashMap<>(16, 0.75f, true);

  /** Windows without a key, kept because they are expensive to make. */
  private final ArrayDeque<HeldKey> spare = new ArrayDeque<>();

  /**
   * The pages of all held keys, except those that the current key has read since the last count.
   */
  private int pages;

  /** The key that was attached last; without a key if it was put back. */
  private HeldKey current;

  /** Changes keys in the state; null if the algorithm does not allow it. */
  private final StoredKeys stored;

  private final boolean mayHoldSmall;

  /** Whether small windows are held. It is decided anew after each snapshot. */
  private boolean holdsSmall;

  /** How often the key changed since the last decision. */
  private long changes;

  /** How often it changed to a held key. */
  private long hits;

  /** The headers in memory if state is bytes; null if state is objects. */
  private final HeaderCache headers;

  /**
   * @param isBatch whether keys come one after the other, each with all its rows, and the engine
   *     drops a key's state when the next key begins
   * @param mayHoldSmall whether small windows may be held: not if most rows and results are those
   *     of {@link KeyedHost#addToStored} and {@link KeyedHost#fireStored}, which cost less
   * @param mostHeaders the most headers in memory if state is bytes, at least 1
   */
  public HeldKeys(
      KeyBackend backend,
      EntryMap state,
      String algorithm,
      Aggregation<WindowResult> aggregation,
      boolean isBatch,
      boolean mayHoldSmall,
      int mostHeaders,
      int mostKeys,
      int mostPages) {
    this.backend = backend;
    this.headers =
        state.sharesObject(EntryPages.HEADER)
            ? null
            : new HeaderCache(state, backend, mostHeaders, held::containsKey);
    this.entries = headers == null ? state : headers;
    this.algorithm = algorithm;
    this.aggregation = aggregation;
    this.isBatch = isBatch;
    this.mayHoldSmall = mayHoldSmall;
    this.holdsSmall = mayHoldSmall;
    this.mostKeys = mostKeys;
    this.mostPages = mostPages;
    current = newKey();
    stored =
        current.smallHeaders() == null ? null : new StoredKeys(entries, current.smallHeaders());
  }

  private HeldKey newKey() {
    return new HeldKey(entries, algorithm, aggregation);
  }

  public int pagesHeld() {
    return pages + current.uncountedPages();
  }

  public HeldKey attach() {
    Object key = backend.currentKey();
    if (key.equals(current.key)) {
      // In batch mode a key is never put back before its last row.
      if (!isBatch && pagesHeld() > mostPages) {
        shrink(key);
      }
      return current;
    }
    if (current.key != null) {
      leave(key);
    }
    HeldKey next = held.isEmpty() ? null : held.get(key);
    if (holdsSmall) {
      count(next != null);
    }
    if (next == null) {
      current = fetch(key);
    } else {
      if (current.key == null) {
        spare.push(current);
      }
      current = next;
    }
    return current;
  }

  /**
   * Moves keys, none of which is held, from the pages of another algorithm to those of this one.
   */
  public AlgorithmChange changeFrom(String before) {
    return new AlgorithmChange(entries, before, algorithm, aggregation);
  }

  /**
   * Changes the engine's current key in the state, which costs less than {@link #attach}. Returns
   * null if the key is current or held, if small windows are held, in batch mode, or if the
   * algorithm has no {@link dev.finestra.paged.SmallHeaders}.
   */
  StoredKeys stored() {
    Object key = backend.currentKey();
    if (isBatch || holdsSmall || stored == null || key.equals(current.key)) {
      return null;
    }
    if (current.key != null) {
      leave(key);
    }
    if (held.containsKey(key)) {
      return null;
    }
    if (current.key != null) {
      current = withoutKey();
    }
    return stored;
  }

  private void count(boolean isHit) {
    hits += isHit ? 1 : 0;
    if (++changes >= SAMPLE * mostKeys) {
      decide(2 * hits > changes);
    }
  }

  private void decide(boolean holds) {
    holdsSmall = holds && mayHoldSmall;
    changes = 0;
    hits = 0;
  }

  /** Holds the current key, or puts it back. */
  private void leave(Object key) {
    if (isBatch) {
      drop(current);
    } else if (holdsSmall || !current.isSmall()) {
      hold();
      makeRoom(key);
    } else if (current.isHeld) {
      held.remove(current.key);
      release(current, key);
    } else if (current.putBackInPlace()) {
      drop(current);
    } else {
      release(current, key);
    }
  }

  private void hold() {
    pages += current.countPages();
    if (!current.isHeld) {
      current.isHeld = true;
      held.put(current.key, current);
    }
  }

  /**
   * Puts other keys back after the current key's window has grown, and if that is not enough this
   * one.
   */
  private void shrink(Object key) {
    pages += current.countPages();
    makeRoom(key);
    if (pages > mostPages && !current.isWhole()) {
      held.remove(current.key);
      release(current, key);
      current = fetch(key);
    }
  }

  private HeldKey fetch(Object key) {
    HeldKey next = withoutKey();
    next.attach(backend.copy(key));
    return next;
  }

  private HeldKey withoutKey() {
    return current.key == null ? current : spare.isEmpty() ? newKey() : spare.pop();
  }

  /** Puts held keys back until there are no more of them, and of their pages, than allowed. */
  private void makeRoom(Object key) {
    if (held.size() <= mostKeys && pages <= mostPages) {
      return;
    }
    Iterator<HeldKey> byUse = held.values().iterator();
    while ((held.size() > mostKeys || pages > mostPages) && byUse.hasNext()) {
      HeldKey gone = byUse.next();
      if (gone != current) {
        byUse.remove();
        release(gone, key);
      }
    }
  }

  /** Puts a key back, then sets the engine to {@code key} again, unless it is null. */
  private void release(HeldKey gone, Object key) {
    backend.setCurrentKey(gone.key);
    gone.putBack();
    if (key != null) {
      backend.setCurrentKey(key);
    }
    drop(gone);
  }

  private void drop(HeldKey gone) {
    pages -= gone.countedPages();
    gone.forget();
    if (gone != current) {
      spare.push(gone);
    }
  }

  /** Puts all keys back, so that everything is in the engine's state. */
  public void flush() {
    if (isBatch) {
      return;
    }
    Object key = backend.currentKey();
    if (current.key != null) {
      hold();
    }
    held.values().forEach(gone -> release(gone, null));
    held.clear();
    decide(true);
    if (headers != null) {
      headers.flush();
    }
    if (key != null) {
      backend.setCurrentKey(key);
    }
  }
}
