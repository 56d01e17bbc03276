package dev.finestra.paged;

import dev.finestra.SlidingWindow;

/**
 * A window whose nodes are pages of an engine's state, with a header. One object serves many keys,
 * one after the other: {@link #attach} it to a key's header, use it as any window, and {@link
 * #flush} it before the engine moves to another key or takes a snapshot.
 *
 * <p>Only pages that are needed are read: an insert in order reads the youngest, an evict that
 * finds nothing to evict reads none. A window of few entries has no pages, only its header.
 *
 * <p>When user code throws, the window is closed until it is attached again. The store then has no
 * change since the last attach, unless it shares the arrays and objects of its pages.
 */
public interface PagedWindow<O> extends SlidingWindow<O> {
  /** Continues the window of this header; null means an empty window. */
  void attach(Page header);

  /**
   * Puts back all pages that were read, and removes at most {@code most} nodes that earlier bulk
   * evicts left in the store. Returns the header, to be stored, or null if the store has neither
   * entries nor pages left. It may be the attached header, changed in place. The window must be
   * attached again before it is used.
   */
  Page flush(int most);

  /**
   * Removes at most {@code most} nodes that earlier bulk evicts left in the store, as {@link
   * #flush} does; returns whether more are left. It is for a window that is not flushed for a long
   * time.
   */
  default boolean sweep(int most) {
    return false;
  }

  /**
   * Answers {@code query(from, to)}, then evicts all entries up to and including {@code to}. This
   * can save the copy of a partial result. If user code throws, the window may be closed.
   */
  default O queryAndEvict(long from, long to) {
    O answer = query(from, to);
    bulkEvict(to);
    return answer;
  }

  /**
   * The number of pages in memory, besides the header; for a window stored as a whole, its memory
   * in units of a page.
   */
  int pagesHeld();

  /** Operations on small windows that are not attached; null if this algorithm has none. */
  default SmallHeaders<O> smallHeaders() {
    return null;
  }

  /** Whether all entries are in the header, so that the next {@link #flush} writes no page. */
  default boolean isSmall() {
    return false;
  }

  /**
   * Whether the window's pages, if it has any, are pieces of its snapshot, so that attaching reads
   * all of them.
   */
  default boolean isWhole() {
    return false;
  }
}
