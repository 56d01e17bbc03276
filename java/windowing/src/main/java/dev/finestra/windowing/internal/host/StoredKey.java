package dev.finestra.windowing.internal.host;

import dev.finestra.paged.Page;
import dev.finestra.paged.SmallHeaders;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;

/**
 * A key that is changed in the engine's state, without attaching it. Most rows and results of a
 * small window need only its header's state entry.
 *
 * <p>Costs: one state access to read the state entry, one to write that of a new key, and one to
 * remove it.
 */
final class StoredKey {
  private final EntryPages store;
  private final SmallHeaders<WindowResult> smallHeaders;

  /** The current key's state entry; null if it has none. */
  private StateEntry entry;

  /**
   * @param entries state whose header entries are objects that may be changed in place
   */
  StoredKey(EntryMap entries, SmallHeaders<WindowResult> smallHeaders) {
    this.store = new EntryPages(entries);
    this.smallHeaders = smallHeaders;
  }

  /** Continues with the engine's current key. */
  void read() {
    entry = store.header();
  }

  /** Whether the key has no state: neither rows nor timers. */
  boolean isAbsent() {
    return entry == null;
  }

  /**
   * Writes the state entry of a key that has none, with one value; returns false, and does nothing,
   * if that is not possible.
   */
  boolean begin(long time, long firstResult, Object value) {
    Page header = smallHeaders.begin(time, value);
    if (header != null) {
      store.putNewHeader(new StateEntry(header, firstResult));
    }
    return header != null;
  }

  /**
   * Adds a value. Returns false, and does nothing, if the value's first result is before the next
   * one, the header has other fields, or {@link SmallHeaders#add} returns false.
   */
  boolean add(long time, long firstResult, Object value) {
    return entry.next() <= firstResult && isPlain() && smallHeaders.add(entry, time, value);
  }

  /** The end of the next window to emit; NEVER if there is none. */
  long next() {
    return entry == null ? KeyHeader.NEVER : entry.next();
  }

  /** Whether {@link #takeOldest} is possible, and the window's oldest entry is at this time. */
  boolean hasOldest(long time) {
    return isPlain() && smallHeaders.size(entry) > 0 && smallHeaders.oldest(entry) == time;
  }

  private boolean isPlain() {
    return entry.page() != null && !entry.hasOtherFields();
  }

  /**
   * Removes the window's oldest entry, and returns its result. With the last one it removes the key
   * from the state.
   */
  WindowResult takeOldest() {
    boolean isLast = smallHeaders.size(entry) == 1;
    WindowResult result = smallHeaders.takeOldest(entry);
    if (isLast) {
      store.remove(EntryPages.HEADER);
      entry = null;
    }
    return result;
  }

  long oldest() {
    return smallHeaders.oldest(entry);
  }

  /** Sets the end of the next window to emit, and the timer. */
  void setNext(long next) {
    entry.setNext(next);
  }
}
