package dev.finestra.windowing.internal.state;

import dev.finestra.paged.Page;

/**
 * One entry of a key's state: a page of its window, or under {@link EntryPages#HEADER} the key's
 * header with the window's own header page.
 */
public final class StateEntry {
  /** Null in a header entry if the window has neither entries nor pages left. */
  public Page page;

  /** A stored {@code KeyHeader}; null if it is blank, and in all entries but the header's. */
  public long[] header;

  /**
   * The bytes that the entry was read from or written as; null if the page may have changed since.
   */
  public byte[] bytes;

  public StateEntry(Page page, long[] header, byte[] bytes) {
    this.page = page;
    this.header = header;
    this.bytes = bytes;
  }
}
