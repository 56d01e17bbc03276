package dev.finestra.flink;

import dev.finestra.paged.Page;

/**
 * What one entry of Flink's keyed state holds: a page of a window; or, under {@link
 * StatePages#HEADER}, the window's header page, null where the window has no page, and what the
 * operator keeps beside it.
 */
final class Entry {
  final Page page;

  /** What the operator keeps for a key, as {@link Notes} lays it out; null beside other pages. */
  final long[] notes;

  /** The bytes that the entry was read from or written as; null where the page may differ. */
  byte[] bytes;

  Entry(Page page, long[] notes, byte[] bytes) {
    this.page = page;
    this.notes = notes;
    this.bytes = bytes;
  }
}
