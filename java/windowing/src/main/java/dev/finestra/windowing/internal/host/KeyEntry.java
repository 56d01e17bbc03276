package dev.finestra.windowing.internal.host;

import dev.finestra.paged.Page;
import dev.finestra.paged.SmallWindows;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;

/**
 * The entry of a key whose small window is not attached. Most rows and results of a small window
 * read and change only this entry, in the engine's state.
 *
 * <p>Costs: one state access to read it, one to write that of a new key, and one to remove it.
 */
final class KeyEntry {
  private final EntryPages store;
  private final SmallWindows<WindowResult> windows;

  /** Null if the key has none. */
  private StateEntry entry;

  /**
   * @param entries state that shares the entries of headers
   */
  KeyEntry(EntryMap entries, SmallWindows<WindowResult> windows) {
    this.store = new EntryPages(entries);
    this.windows = windows;
  }

  /** Continues with the entry of the engine's current key. */
  void read() {
    entry = store.header();
  }

  /** Whether the key is new: it has neither rows nor timers. */
  boolean isNew() {
    return entry == null;
  }

  /**
   * Writes the entry of a new key with one value; returns false, and does nothing, if that is not
   * possible.
   */
  boolean begin(long time, long firstResult, Object value) {
    Page header = windows.begin(time, value);
    if (header != null) {
      store.begin(new StateEntry(header, firstResult));
    }
    return header != null;
  }

  /**
   * Adds a value. Returns false, and does nothing, if the window cannot do that, or the value's
   * first result is before the next result that the key expects.
   */
  boolean add(long time, long firstResult, Object value) {
    return entry.next() <= firstResult && entry.page() != null && windows.add(entry, time, value);
  }

  /** When the next result is due; NEVER if there is none. */
  long nextResult() {
    return entry == null ? KeyHeader.NEVER : entry.next();
  }

  /**
   * Whether the key has a small window and no other state, and the oldest entry is at this time.
   */
  boolean hasOldest(long time) {
    return entry.page() != null
        && entry.hasOnlyTimes()
        && windows.size(entry) > 0
        && windows.oldest(entry) == time;
  }

  /** The result of the window's oldest entry, which is removed, with the last one also the key. */
  WindowResult takeOldest() {
    boolean isLast = windows.size(entry) == 1;
    WindowResult result = windows.takeOldest(entry);
    if (isLast) {
      store.remove(EntryPages.HEADER);
      entry = null;
    }
    return result;
  }

  long oldest() {
    return windows.oldest(entry);
  }

  /** Sets when the next result is due. */
  void expect(long nextResult) {
    entry.expect(nextResult);
  }
}
