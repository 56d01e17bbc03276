package dev.finestra.internal.window.pages;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.slots.LongChunks;
import dev.finestra.internal.window.slots.ObjectChunks;
import dev.finestra.internal.window.slots.Storage;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import java.util.Arrays;

/**
 * The pages of one window that are in memory at the moment: fetched from a store when a slot on
 * them is used, written back all at once. A page is a chunk of each of a window's arrays:
 *
 * <pre>
 *                  longs        first array      second array
 *   chunk 0     page 0: longs + aggregates     page 2^28    : aggregates
 *   chunk 1     page 1: longs + aggregates     page 2^28 + 1: aggregates
 * </pre>
 *
 * <p>Costs: O(1); {@link #putBack} O(pages held).
 */
public final class WindowPages implements Storage {
  private static final int NONE = -1;

  /** The number of the first page of the second array. */
  private static final int SECOND = 1 << 28;

  /**
   * The table's first length; a longer table is not kept, since each key would have to clear it.
   */
  private static final int FEW = 16;

  private final PageStore store;
  private final PageShape shape;

  /** An open hash table from a page's number to the page. */
  private int[] ids;

  private Page[] pages;
  private Origin[] origins;
  private int count;
  private int lastId = NONE;
  private Page last;

  /** The origin of a page, which decides how {@link #putBack} treats it. */
  private enum Origin {
    STORED,
    NEW,
    OWN,
    REMOVED
  }

  /**
   * Pages of 2^shift slots for partial results of this aggregation.
   *
   * @param store where they are kept; null if all pages are held by others
   */
  public WindowPages(PageStore store, Aggregation<?> aggregation, int shift) {
    this.store = store;
    this.shape = PageShape.of(aggregation, shift);
    clear(FEW);
  }

  /** The error for a window on pages that is not attached. */
  public static IllegalStateException detached() {
    return new Detached();
  }

  /** Without a stack trace, because every flush closes its window with this. */
  private static final class Detached extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Detached() {
      super("The window is not attached to a header; attach it before it is used.");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  public static IllegalStateException missing(int id) {
    return new IllegalStateException(
        "Page "
            + id
            + " of a window is not in its store: the state is damaged; restore an earlier"
            + " checkpoint.");
  }

  /** Rejects a header of another version; its first long is the version. */
  public static void checkVersion(Page header, int version) {
    long[] longs = header.longs();
    if (longs.length == 0 || longs[0] != version) {
      throw new IllegalArgumentException(
          ("The window's header has version %s; this build reads version %s: restore the state with"
                  + " the Finestra that wrote it, or start without it.")
              .formatted(longs.length == 0 ? "none" : longs[0], version));
    }
  }

  @Override
  public LongChunks longs(int shift, int maxShift) {
    shape.require(shift, shape.words());
    return new PagedChunks.Longs(this, shift, 1, 0);
  }

  @Override
  public LongChunks words(int shift, int maxShift, int words, boolean isSecond) {
    shape.require(shift, words);
    return new PagedChunks.Words(this, shift, words, firstId(isSecond));
  }

  @Override
  public ObjectChunks objects(int shift, int maxShift, boolean isSecond) {
    shape.require(shift, 0);
    return new PagedChunks.Objects(this, shift, firstId(isSecond));
  }

  /** The number of an array's first page. The second array has pages of its own, without longs. */
  private static int firstId(boolean isSecond) {
    return isSecond ? SECOND : 0;
  }

  /** How many pages are held. */
  public int held() {
    return count;
  }

  /** The page of this number; fetched if it is not held. */
  public Page page(int id) {
    return id == lastId ? last : find(id);
  }

  private Page find(int id) {
    int i = index(id);
    if (ids[i] == NONE) {
      Page page = store.get(id);
      if (page == null) {
        throw missing(id);
      }
      i = add(id, page, Origin.STORED);
    }
    lastId = id;
    last = pages[i];
    return last;
  }

  /** The page of this number if it is held, else null. */
  Page ifHeld(int id) {
    return id == lastId ? last : pages[index(id)];
  }

  /** Whether there is such a page, held or not. */
  public boolean has(int id) {
    int i = index(id);
    return ids[i] == NONE ? store.get(id) != null : pages[i] != null;
  }

  /** Creates a page that is not in the store. */
  public void create(int id) {
    put(id, shape.blank(id < SECOND), Origin.NEW);
  }

  void ensure(int id) {
    if (!has(id)) {
      create(id);
    }
  }

  void release(int id) {
    if (has(id)) {
      remove(id);
    }
  }

  /** Creates a page that is never stored, unless there is one already. */
  public void keep(int id) {
    if (ids[index(id)] == NONE) {
      put(id, shape.blank(id < SECOND), Origin.OWN);
    }
  }

  /** Holds a page that another class stores. */
  public void keep(int id, Page page) {
    put(id, page, Origin.OWN);
  }

  /** Removes a page; the store removes it when pages are put back. */
  public void remove(int id) {
    int i = index(id);
    if (ids[i] == NONE) {
      add(id, null, Origin.REMOVED);
    } else {
      if (origins[i] != Origin.OWN) {
        pages[i] = null;
        lastId = NONE;
      }
      origins[i] = origins[i] == Origin.STORED ? Origin.REMOVED : Origin.OWN;
    }
  }

  /** Puts all pages back. */
  public void putBack() {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != NONE) {
        switch (origins[i]) {
          case NEW, STORED -> store.put(ids[i], pages[i], origins[i] == Origin.NEW);
          case REMOVED -> store.remove(ids[i]);
          default -> {}
        }
      }
    }
  }

  /** Forgets all pages. */
  public void forget() {
    if (ids.length > FEW) {
      clear(FEW);
    } else {
      Arrays.fill(ids, NONE);
      Arrays.fill(pages, null);
    }
    count = 0;
    lastId = NONE;
    last = null;
  }

  private void put(int id, Page page, Origin origin) {
    int i = index(id);
    if (ids[i] == NONE) {
      add(id, page, origin);
    } else {
      pages[i] = page;
      origins[i] = origin;
    }
    lastId = NONE;
  }

  private int add(int id, Page page, Origin origin) {
    if (2 * count >= ids.length) {
      enlarge();
    }
    int i = index(id);
    ids[i] = id;
    pages[i] = page;
    origins[i] = origin;
    count++;
    return i;
  }

  /** The index of a number in the table, or the index for it if it is absent. */
  private int index(int id) {
    int mask = ids.length - 1;
    int i = (id * 0x9e3779b9) >>> 7 & mask;
    while (ids[i] != id && ids[i] != NONE) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private void clear(int length) {
    ids = new int[length];
    pages = new Page[length];
    origins = new Origin[length];
    Arrays.fill(ids, NONE);
  }

  /** Makes room in the table; drops pages that were created and removed since the last flush. */
  private void enlarge() {
    int[] oldIds = ids;
    Page[] oldPages = pages;
    Origin[] oldOrigins = origins;
    int oldCount = count;
    count = 0;
    for (int i = 0; i < oldIds.length; i++) {
      count += matters(oldIds[i], oldPages[i], oldOrigins[i]) ? 1 : 0;
    }
    clear(2 * count < oldCount ? oldIds.length : 2 * oldIds.length);
    for (int i = 0; i < oldIds.length; i++) {
      if (matters(oldIds[i], oldPages[i], oldOrigins[i])) {
        int to = index(oldIds[i]);
        ids[to] = oldIds[i];
        pages[to] = oldPages[i];
        origins[to] = oldOrigins[i];
      }
    }
  }

  private static boolean matters(int id, Page page, Origin origin) {
    return id != NONE && (page != null || origin == Origin.REMOVED);
  }
}
