package dev.finestra.windowing.internal.state;

import java.io.IOException;

/** The engine's state of the current key: entries by number. Engines implement it. */
public interface EntryMap {

  /**
   * The entry of this number, or null. If state is bytes, the entry keeps those it was read from.
   */
  StateEntry get(int id) throws Exception;

  void put(int id, StateEntry entry) throws Exception;

  void remove(int id) throws Exception;

  /** The bytes of an entry; a store of bytes compares them to detect a change. */
  byte[] bytes(StateEntry entry) throws IOException;

  /**
   * Whether the entry of this number is kept as an object that {@link #get} returns without a copy,
   * to be changed in place.
   */
  default boolean sharesObject(int id) {
    return false;
  }
}
