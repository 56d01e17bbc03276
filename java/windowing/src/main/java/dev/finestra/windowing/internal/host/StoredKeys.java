package dev.finestra.windowing.internal.host;

import dev.finestra.paged.SmallHeaders;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;

/**
 * Changes the current key in the engine's state, without attaching it. Most rows and results of a
 * small window need only its header's state entry, which {@link #read} returns.
 *
 * <p>Costs: one state access to read the state entry, one to write that of a new key, and one to
 * remove it. It has no field for the current key, because G1 makes each write of a reference into
 * an old object expensive.
 */
final class StoredKeys {
  private final EntryPages store;
  private final SmallHeaders<WindowResult> smallHeaders;

  /**
   * @param entries state whose header entries are objects that may be changed in place
   */
  StoredKeys(EntryMap entries, SmallHeaders<WindowResult> smallHeaders) {
    this.store = new EntryPages(entries);
    this.smallHeaders = smallHeaders;
  }

  /** The current key's state entry; null if the key has neither rows nor timers. */
  StateEntry read() {
    return store.header();
  }

  /**
   * Writes the state entry of a key that has none, with one value; returns false, and does nothing,
   * if that is not possible.
   */
  boolean begin(long time, long firstResult, Object value) {
    StateEntry entry = new StateEntry();
    if (!smallHeaders.begin(entry, time, value)) {
      return false;
    }
    entry.setNext(firstResult);
    store.putNewHeader(entry);
    return true;
  }

  /**
   * Adds a value. Returns false, and does nothing, if the value's first result is before the next
   * one, the header has other fields, or {@link SmallHeaders#add} returns false.
   */
  boolean add(StateEntry entry, long time, long firstResult, Object value) {
    return entry.next() <= firstResult && isPlain(entry) && smallHeaders.add(entry, time, value);
  }

  /** Whether {@link #takeOldest} is possible, and the window's oldest entry is at this time. */
  boolean hasOldest(StateEntry entry, long time) {
    return isPlain(entry) && smallHeaders.size(entry) > 0 && oldest(entry) == time;
  }

  private static boolean isPlain(StateEntry entry) {
    return entry.page() != null && !entry.hasOtherFields();
  }

  /** Whether the window has one entry. */
  boolean hasOneEntry(StateEntry entry) {
    return smallHeaders.size(entry) == 1;
  }

  long oldest(StateEntry entry) {
    return smallHeaders.oldest(entry);
  }

  /**
   * Removes the window's oldest entry, and returns its result. After the last one, {@link #remove}
   * the key.
   */
  WindowResult takeOldest(StateEntry entry) {
    return smallHeaders.takeOldest(entry);
  }

  /** Removes the current key from the state. */
  void remove() {
    store.remove(EntryPages.HEADER);
  }
}
