package dev.finestra.windowing.internal.state;

import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The pages and the header of the current key in an {@link EntryMap}.
 *
 * <p>If an entry is stored as bytes, it is written only when its bytes differ from those that it
 * was read from. A page that the state shares is changed in place, and written only if it is new.
 * The header's entry is written by each {@link #putHeader}; {@link #changeHeader} avoids that.
 *
 * <p>Costs: a state access for each page that is read, and one for each that is written.
 */
public final class EntryPages implements PageStore {
  /** The number of the header's entry. */
  public static final int HEADER = -1;

  private final EntryMap entries;
  private final Map<Integer, byte[]> read = new HashMap<>();

  /** The header's entry that is attached, if the state shares it. */
  private StateEntry shared;

  public EntryPages(EntryMap entries) {
    this.entries = entries;
  }

  /** Forgets what was read: the next access may be to another key. */
  public void forget() {
    read.clear();
    shared = null;
  }

  /** The header's entry, or null. */
  public StateEntry header() {
    return entry(HEADER);
  }

  /** The header's entry, or null. If the state shares it, {@link #changeHeader} changes it. */
  public StateEntry attachHeader() {
    StateEntry entry = header();
    shared = entries.sharesObject(HEADER) ? entry : null;
    return entry;
  }

  /** Whether {@link #changeHeader} is possible: the state shares the entry, and keeps it. */
  public boolean canChangeHeader(boolean isEmpty, KeyHeader header) {
    return shared != null && !(isEmpty && header.isBlank());
  }

  /** Changes the header's entry in place, without an access to the state. */
  public void changeHeader(Page page, KeyHeader header) {
    shared.set(page, header);
  }

  /** Writes the header's entry of a key that has none. */
  public void putNewHeader(StateEntry entry) {
    write(HEADER, entry);
  }

  /** Writes the header's entry, or removes it if there is nothing to store. */
  public void putHeader(Page page, KeyHeader header) {
    if (page != null || !header.isBlank()) {
      StateEntry entry = shared == null ? new StateEntry() : shared;
      entry.set(page, header);
      write(HEADER, entry);
    } else if (entries.sharesObject(HEADER) || read.containsKey(HEADER)) {
      remove(HEADER);
    }
  }

  private StateEntry entry(int id) {
    try {
      StateEntry entry = entries.get(id);
      if (entry != null && entry.bytes != null) {
        if (entries.sharesObject(id)) {
          // The page is about to change in place, which makes these bytes stale.
          entry.bytes = null;
        } else {
          read.put(id, entry.bytes);
        }
      }
      return entry;
    } catch (Exception failed) {
      throw unchecked(id, "read", failed);
    }
  }

  @Override
  public Page get(int id) {
    StateEntry entry = entry(id);
    return entry == null ? null : entry.page();
  }

  @Override
  public void put(int id, Page page, boolean isNew) {
    if (isNew || !entries.sharesObject(id)) {
      write(id, new StateEntry(page));
    }
  }

  private void write(int id, StateEntry entry) {
    try {
      if (!entries.sharesObject(id)) {
        entry.bytes = entries.bytes(entry);
        byte[] before = read.put(id, entry.bytes);
        if (Arrays.equals(before, entry.bytes)) {
          return;
        }
      }
      entries.put(id, entry);
    } catch (Exception failed) {
      throw unchecked(id, "written", failed);
    }
  }

  @Override
  public void remove(int id) {
    try {
      read.remove(id);
      entries.remove(id);
    } catch (Exception failed) {
      throw unchecked(id, "removed", failed);
    }
  }

  private static RuntimeException unchecked(int id, String what, Exception failed) {
    return failed instanceof RuntimeException thrown
        ? thrown
        : new IllegalStateException(
            "Entry " + id + " of a key's state could not be " + what + ": " + failed, failed);
  }
}
