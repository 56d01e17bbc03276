package dev.finestra.windowing.internal.state;

import dev.finestra.paged.Page;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.io.IOException;

/** The engine's state of the current key: entries by number. Engines implement it. */
public interface EntryMap {

  /**
   * The entry of this number, or null. If state is bytes, the entry keeps those it was read from.
   */
  StateEntry get(int id) throws Exception;

  void put(int id, StateEntry entry) throws Exception;

  void remove(int id) throws Exception;

  /** The bytes of an entry, by which a store of bytes sees whether it changed. */
  byte[] bytes(Page page, KeyHeader header) throws IOException;

  /** Whether state keeps objects and hands out the ones that it keeps, to be changed in place. */
  default boolean sharesObjects() {
    return false;
  }
}
