package dev.finestra.windowing.internal.host;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PagedWindow;
import dev.finestra.paged.SmallHeaders;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.logic.KeyWindow;
import dev.finestra.windowing.internal.state.EntryMap;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;
import java.util.function.LongConsumer;

/**
 * A key whose window and header are in memory. It reads and writes the state of the engine's
 * current key, so the engine must be at this key when it is attached and when it is put back.
 */
public final class HeldKey implements KeyWindow {
  /** The most nodes of evicted subtrees whose pages are removed each time a key is put back. */
  private static final int MOST_REMOVED = 64;

  /** The most such nodes if the key has no other state left. */
  private static final int MOST_SWEPT = 4096;

  private final PagedWindow<WindowResult> window;
  private final EntryPages store;

  /** The key; null if none is attached. */
  Object key;

  /** Whether the key is in the map of {@link HeldKeys}; the current key need not be. */
  boolean isHeld;

  private final KeyHeader header = new KeyHeader();

  private LongConsumer beforeEvict;

  /** How many of the window's pages {@link HeldKeys} has counted. */
  private int countedPages;

  public HeldKey(EntryMap entries, String algorithm, Aggregation<WindowResult> aggregation) {
    this.store = new EntryPages(entries);
    this.window = SlidingWindows.paged(algorithm, aggregation, store);
  }

  /**
   * Sets what is called with the time of each entry before {@link #bulkEvict} or {@link
   * #queryAndEvict} evicts it; may be null. {@link #evict} and {@link #removeAll} do not call it.
   */
  public void beforeEvict(LongConsumer listener) {
    this.beforeEvict = listener;
  }

  private void reportUpTo(long last) {
    if (beforeEvict == null || window.isEmpty()) {
      return;
    }
    long youngest = window.youngest();
    for (long at = window.oldest(); at <= last; at = window.ceiling(at + 1)) {
      beforeEvict.accept(at);
      if (at == youngest) {
        return;
      }
    }
  }

  /** Attaches the engine's current key: reads its header; pages follow when they are needed. */
  public void attach(Object key) {
    this.key = key;
    StateEntry stored = attachWindow();
    if (stored == null) {
      header.reset();
    } else {
      stored.loadInto(header);
    }
    countedPages = 0;
  }

  /** Attaches the window to the header's entry, and returns that; null if there is none. */
  private StateEntry attachWindow() {
    store.forget();
    StateEntry stored = store.attachHeader();
    window.attach(stored == null ? null : stored.page());
    return stored;
  }

  /** The window's operations on entries that are not attached; null if its algorithm has none. */
  SmallHeaders<WindowResult> smallHeaders() {
    return window.smallHeaders();
  }

  public Object key() {
    return key;
  }

  public KeyHeader header() {
    return header;
  }

  /** Writes what changed into the engine's state. The key must be attached again before use. */
  public void putBack() {
    putBack(MOST_REMOVED);
  }

  /**
   * As {@link #putBack()}, but removes the pages of at most this many nodes of evicted subtrees.
   */
  public void putBack(int mostRemoved) {
    store.putHeader(window.flush(mostRemoved), header);
  }

  /**
   * Puts a key with a small window back if that needs no access to the engine's state; returns
   * whether it did. Call it only for a key that is not held: since it was attached, nothing has
   * replaced its state entry.
   */
  boolean putBackInPlace() {
    boolean isPossible = store.canChangeHeader(window.isEmpty(), header);
    if (isPossible) {
      store.changeHeader(window.flush(0), header);
    }
    return isPossible;
  }

  void forget() {
    key = null;
    isHeld = false;
    countedPages = 0;
    store.forget();
  }

  /**
   * Removes pages of evicted subtrees. Each call removes a bounded number; several calls remove all
   * pages of an empty window.
   *
   * @return whether the window is empty and has more pages to remove
   */
  boolean sweep() {
    if (!window.isEmpty()) {
      window.sweep(MOST_REMOVED);
      return false;
    }
    Page rest = window.flush(MOST_SWEPT);
    store.putHeader(rest, header);
    attachWindow();
    return rest != null;
  }

  /** Evicts all rows and forgets the header; {@link #sweep} then removes the pages. */
  void clear() {
    if (!window.isEmpty()) {
      window.bulkEvict(window.youngest());
    }
    header.reset();
  }

  /** Copies all rows into an empty window. */
  void copyRows(SlidingWindow<WindowResult> to) {
    to.merge(window);
  }

  /** Adds all rows of a window to this one, which is empty. */
  void addRows(SlidingWindow<WindowResult> from) {
    window.merge(from);
  }

  /** Evicts all rows, forgets the header, and removes all pages. */
  public void removeAll() {
    clear();
    boolean hasMore = true;
    while (hasMore) {
      hasMore = sweep();
    }
  }

  /** The number of pages in memory that {@link #countPages} has not counted. */
  int uncountedPages() {
    return key == null ? 0 : window.pagesHeld() - countedPages;
  }

  /** Counts the pages in memory; returns how many more they are than before. */
  int countPages() {
    int more = uncountedPages();
    countedPages += more;
    return more;
  }

  int countedPages() {
    return countedPages;
  }

  /** Whether all rows are in the header's entry, so that the key is cheap to attach. */
  boolean isSmall() {
    return window.isSmall();
  }

  /** Whether the window is stored as a whole, and attaching reads all of it. */
  boolean isWhole() {
    return window.isWhole();
  }

  @Override
  public boolean isEmpty() {
    return window.isEmpty();
  }

  @Override
  public long youngest() {
    return window.youngest();
  }

  @Override
  public long oldest() {
    return window.oldest();
  }

  @Override
  public long ceiling(long time) {
    return window.ceiling(time);
  }

  @Override
  public void insert(long time, Object value) {
    window.insert(time, value);
  }

  /** Evicts the entry of one time; false if there is none. */
  public boolean evict(long time) {
    return window.evict(time);
  }

  @Override
  public void bulkEvict(long time) {
    reportUpTo(time);
    window.bulkEvict(time);
  }

  @Override
  public WindowResult query(long from, long to) {
    return window.query(from, to);
  }

  @Override
  public WindowResult queryAndEvict(long from, long to) {
    reportUpTo(to);
    return window.queryAndEvict(from, to);
  }

  @Override
  public WindowResult query() {
    return window.query();
  }
}
