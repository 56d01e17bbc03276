package dev.finestra.paged;

import dev.finestra.SlidingWindow;

/**
 * A window whose nodes are pages of an engine's state, one entry each, beside a header. One object
 * serves many keys, one after the other: {@link #attach} to a key's header, use it as any window,
 * and {@link #flush} before the engine goes on to another key or takes a snapshot.
 *
 * <p>Only pages that are looked at are fetched: for an insert in order the youngest, for an evict
 * that finds nothing to evict none.
 *
 * <p>When user code throws, the window is closed until it is attached anew, and nothing of what was
 * done since the last attach is in the store, where that does not share its arrays.
 */
public interface PagedWindow<O> extends SlidingWindow<O> {
  /** Goes on with the window of this header, or with an empty one where it is null. */
  void attach(Page header);

  /**
   * Puts all pages back that were looked at, and removes at most so many nodes of what was evicted
   * in bulk before. Answers the header, to be stored, or null when nothing is left in the store:
   * neither entry nor page. The window must be attached again before it is used.
   */
  Page flush(int most);

  /**
   * Removes at most so many nodes of what was evicted in bulk before, as {@link #flush} does, for a
   * window that is not flushed for long.
   */
  default void sweep(int most) {}

  /** How many pages are held in memory, or what takes as much. */
  int pagesHeld();

  /** Whether attaching fetches all of the window, and pages are pieces of its snapshot. */
  default boolean isWhole() {
    return false;
  }
}
