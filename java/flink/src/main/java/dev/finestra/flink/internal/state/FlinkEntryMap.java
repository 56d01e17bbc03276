package dev.finestra.flink.internal.state;

import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.StateEntry;
import java.io.IOException;
import org.apache.flink.runtime.state.internal.InternalValueState;

/**
 * A key's entries in Flink's keyed state. The number of an entry is its namespace, so that on heap
 * a snapshot copies single pages, and RocksDB stores them side by side after their key.
 *
 * <p>On heap an entry is an object that state and window share. Flink copies it at the first {@code
 * get} after a snapshot, so no page is held across a snapshot.
 */
record FlinkEntryMap(
    InternalValueState<Object, Integer, StateEntry> state,
    StateEntrySerializer serializer,
    boolean sharesObjects)
    implements EntryMap {

  @Override
  public boolean sharesObject(int id) {
    return sharesObjects;
  }

  @Override
  public StateEntry get(int id) throws IOException {
    state.setCurrentNamespace(id);
    return state.value();
  }

  @Override
  public void put(int id, StateEntry entry) throws IOException {
    state.setCurrentNamespace(id);
    state.update(entry);
  }

  @Override
  public void remove(int id) {
    state.setCurrentNamespace(id);
    state.clear();
  }

  @Override
  public byte[] bytes(Page page, long[] header) throws IOException {
    return serializer.bytes(page, header);
  }
}
