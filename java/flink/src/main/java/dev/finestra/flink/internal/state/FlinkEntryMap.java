package dev.finestra.flink.internal.state;

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
final class FlinkEntryMap implements EntryMap {
  private final InternalValueState<Object, Integer, StateEntry> state;
  private final StateEntrySerializer serializer;
  private final boolean sharesObjects;
  private final boolean copiesObjects;
  private final boolean isBatch;

  /** The namespace that the state is set to; null before the first access. */
  private Integer namespace;

  /**
   * @param sharesObjects whether state is objects, and a window may change them
   * @param copiesObjects whether entries are copied when they are read and written, because Flink's
   *     changelog lies over the heap, and records only what is put
   * @param isBatch whether Flink forgets the state's namespace when the key changes
   */
  FlinkEntryMap(
      InternalValueState<Object, Integer, StateEntry> state,
      StateEntrySerializer serializer,
      boolean sharesObjects,
      boolean copiesObjects,
      boolean isBatch) {
    this.state = state;
    this.serializer = serializer;
    this.sharesObjects = sharesObjects;
    this.copiesObjects = copiesObjects;
    this.isBatch = isBatch;
  }

  @Override
  public boolean sharesObject(int id) {
    return sharesObjects;
  }

  @Override
  public StateEntry get(int id) throws IOException {
    select(id);
    StateEntry entry = state.value();
    if (entry == null) {
      return null;
    }
    StateEntry now = copiesObjects ? serializer.copy(entry) : serializer.converted(entry);
    if (now != entry && !copiesObjects) {
      state.update(now);
    }
    return now;
  }

  @Override
  public void put(int id, StateEntry entry) throws IOException {
    select(id);
    state.update(copiesObjects ? serializer.copy(entry) : entry);
  }

  @Override
  public void remove(int id) {
    select(id);
    state.clear();
  }

  /** Most accesses are to headers. G1 makes each write of a reference into the state expensive. */
  private void select(int id) {
    if (namespace == null || namespace != id || isBatch) {
      namespace = id;
      state.setCurrentNamespace(namespace);
    }
  }

  @Override
  public byte[] bytes(StateEntry entry) throws IOException {
    return serializer.bytes(entry);
  }
}
