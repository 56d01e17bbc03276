package dev.finestra.windowing.internal.host;

import dev.finestra.paged.Page;
import dev.finestra.paged.SmallHeaders;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;

/**
 * The entry of a key that is not attached. Most rows and results of a small window need only its
 * entry in the engine's state.
 *
 * <p>Costs: one state access to read the entry, one to write that of a new key, and one to remove
 * it.
 */
final class KeyEntry {
  private final EntryPages store;
  private final SmallHeaders<WindowResult> headers;

  /** Null if the key has none. */
  private StateEntry entry;

  /**
   * @param entries state whose header entries are objects that may be changed in place
   */
  KeyEntry(EntryMap entries, SmallHeaders<WindowResult> headers) {
    this.store = new EntryPages(entries);
    this.headers = headers;
  }

  /** Continues with the entry of the engine's current key. */
  void read() {
    entry = store.header();
  }

  /** Whether the key has no entry: neither rows nor timers. */
  boolean isAbsent() {
    return entry == null;
  }

  /**
   * Writes the entry of a key that has none, with one value; returns false, and does nothing, if
   * that is not possible.
   */
  boolean begin(long time, long firstResult, Object value) {
    Page header = headers.begin(time, value);
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
    return entry.next() <= firstResult && isPlain() && headers.add(entry, time, value);
  }

  /** The end of the next window to emit; NEVER if there is none. */
  long nextResult() {
    return entry == null ? KeyHeader.NEVER : entry.next();
  }

  /** Whether {@link #takeOldest} is possible, and the window's oldest entry is at this time. */
  boolean hasOldest(long time) {
    return isPlain() && headers.size(entry) > 0 && headers.oldest(entry) == time;
  }

  private boolean isPlain() {
    return entry.page() != null && !entry.hasOtherFields();
  }

  /**
   * Removes the window's oldest entry, and returns its result. With the last one it removes the
   * key's entry.
   */
  WindowResult takeOldest() {
    boolean isLast = headers.size(entry) == 1;
    WindowResult result = headers.takeOldest(entry);
    if (isLast) {
      store.remove(EntryPages.HEADER);
      entry = null;
    }
    return result;
  }

  long oldest() {
    return headers.oldest(entry);
  }

  /** Sets the end of the next window to emit, and the timer. */
  void expect(long nextResult) {
    entry.expect(nextResult);
  }
}
