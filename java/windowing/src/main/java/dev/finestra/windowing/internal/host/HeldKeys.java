package dev.finestra.windowing.internal.host;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.Supplier;

/**
 * The keys that had rows most recently, with their windows in memory. A key that is not held takes
 * the place of the one that was used least recently, which is put back into the engine's state. All
 * keys are put back before a snapshot.
 *
 * <p>Costs: for a held key one comparison or hash lookup; for any other key one state access for
 * the header, and one for each page that is read or written.
 *
 * <p>Invariants: (1) at most {@code mostKeys} keys are held, and apart from those of the current
 * key at most {@code mostPages} pages. (2) A key that is not held is completely in the engine's
 * state.
 */
public final class HeldKeys {
  private final KeyBackend backend;
  private final Supplier<HeldKey> newKeys;
  private final boolean isBatch;
  private final int mostKeys;
  private final int mostPages;

  private final LinkedHashMap<Object, HeldKey> held = new LinkedHashMap<>(16, 0.75f, true);

  /** Windows without a key, kept because they are expensive to make. */
  private final ArrayDeque<HeldKey> spare = new ArrayDeque<>();

  /**
   * The pages of all held keys, except those that the current key has read since the last count.
   */
  private int pages;

  private HeldKey current;

  /**
   * @param isBatch whether keys come one after the other, each with all its rows, and the engine
   *     drops a key's state when the next key begins
   */
  public HeldKeys(
      KeyBackend backend, Supplier<HeldKey> newKeys, boolean isBatch, int mostKeys, int mostPages) {
    this.backend = backend;
    this.newKeys = newKeys;
    this.isBatch = isBatch;
    this.mostKeys = isBatch ? 1 : mostKeys;
    this.mostPages = mostPages;
    current = newKeys.get();
    spare.add(current);
  }

  public Object key() {
    return current.key;
  }

  public int pagesHeld() {
    return pages + current.uncountedPages();
  }

  public HeldKey attach() {
    Object key = backend.currentKey();
    if (key.equals(current.key)) {
      // In batch mode a key is never put back before its last row.
      if (!isBatch && pages + current.uncountedPages() > mostPages) {
        shrink(key);
      }
      return current;
    }
    pages += current.countPages();
    HeldKey next = held.get(key);
    current = next != null ? next : hold(key);
    if (pages > mostPages) {
      makeRoom(mostKeys, key);
    }
    return current;
  }

  /**
   * Puts other keys back after the current key's window has grown, and if that is not enough this
   * one.
   */
  private void shrink(Object key) {
    pages += current.countPages();
    makeRoom(mostKeys, key);
    if (pages > mostPages && !current.isWhole()) {
      release(held.remove(current.key), key);
      current = hold(key);
    }
  }

  private HeldKey hold(Object key) {
    makeRoom(mostKeys - 1, key);
    HeldKey next = spare.isEmpty() ? newKeys.get() : spare.pop();
    next.attach(backend.copy(key));
    held.put(next.key, next);
    return next;
  }

  /** Puts keys back until there are at most {@code most}, and no more pages than allowed. */
  private void makeRoom(int most, Object key) {
    while (held.size() > most || (pages > mostPages && held.size() > 1)) {
      Iterator<HeldKey> eldest = held.values().iterator();
      HeldKey gone = eldest.next();
      if (gone == current && pages > mostPages && held.size() > 1) {
        held.get(gone.key); // it is in use, so it becomes the youngest
        continue;
      }
      eldest.remove();
      release(gone, key);
    }
  }

  /** Puts a key back, then sets the engine to {@code key} again, unless it is null. */
  private void release(HeldKey gone, Object key) {
    pages -= gone.countedPages();
    if (!isBatch) {
      backend.setCurrentKey(gone.key);
      gone.putBack();
      if (key != null) {
        backend.setCurrentKey(key);
      }
    }
    gone.forget();
    spare.push(gone);
  }

  /** Puts all keys back, so that everything is in the engine's state. */
  public void flush() {
    if (isBatch) {
      return;
    }
    Object key = backend.currentKey();
    held.values().forEach(gone -> release(gone, null));
    held.clear();
    pages = 0;
    if (key != null) {
      backend.setCurrentKey(key);
    }
  }
}
