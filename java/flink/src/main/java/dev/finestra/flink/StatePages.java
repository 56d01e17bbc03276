package dev.finestra.flink;

import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.runtime.state.internal.InternalValueState;

/**
 * The pages of the current key's window in Flink's keyed state: an entry for each page, whose
 * number is the namespace, so that on heap a snapshot copies single pages, and RocksDB has them
 * side by side behind their key.
 *
 * <p>On heap an entry is an object that state and window share. Flink copies it at the first {@code
 * get} after a snapshot; so pages are never held over a snapshot. Where state is bytes, an entry is
 * written when its bytes differ from those that it was read from.
 *
 * <p>Costs: a state access for each page that is fetched; one for each that is written.
 */
final class StatePages implements PageStore {
  /** The namespace of the header. */
  static final int HEADER = -1;

  private final InternalValueState<Object, Integer, Entry> state;
  private final PageSerializer serializer;
  private final boolean shares;
  private final Map<Integer, byte[]> read = new HashMap<>();

  /**
   * @param shares whether the state keeps objects, and gives out those that it keeps
   */
  StatePages(
      InternalValueState<Object, Integer, Entry> state, PageSerializer serializer, boolean shares) {
    this.state = state;
    this.serializer = serializer;
    this.shares = shares;
  }

  /** Forgets what was read: the next access may be to another key. */
  void forget() {
    read.clear();
  }

  /** The entry of the header, or null. */
  Entry header() {
    return entry(HEADER);
  }

  /** Puts the header's entry; removes it where there is nothing to keep. */
  void putHeader(Page page, long[] notes) {
    if (page == null && notes == null) {
      remove(HEADER);
    } else {
      write(HEADER, page, notes);
    }
  }

  private Entry entry(int id) {
    try {
      state.setCurrentNamespace(id);
      Entry entry = state.value();
      if (entry != null && entry.bytes != null) {
        if (shares) {
          // Restored just now, and about to be written in place: its bytes are of before.
          entry.bytes = null;
        } else {
          read.put(id, entry.bytes);
        }
      }
      return entry;
    } catch (IOException unreadable) {
      throw new UncheckedIOException("a page of a window could not be read", unreadable);
    }
  }

  @Override
  public Page get(int id) {
    Entry entry = entry(id);
    return entry == null ? null : entry.page;
  }

  @Override
  public void put(int id, Page page, boolean isNew) {
    if (!shares || isNew) {
      write(id, page, null);
    }
  }

  private void write(int id, Page page, long[] notes) {
    try {
      byte[] bytes = null;
      if (!shares) {
        bytes = serializer.bytes(page, notes);
        byte[] before = read.put(id, bytes);
        if (Arrays.equals(before, bytes)) {
          return;
        }
      }
      state.setCurrentNamespace(id);
      state.update(new Entry(page, notes, bytes));
    } catch (IOException unwritable) {
      throw new UncheckedIOException("a page of a window could not be written", unwritable);
    }
  }

  @Override
  public void remove(int id) {
    read.remove(id);
    state.setCurrentNamespace(id);
    state.clear();
  }
}
