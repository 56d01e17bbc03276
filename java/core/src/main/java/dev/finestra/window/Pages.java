package dev.finestra.window;

import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;
import java.util.Arrays;

/**
 * The pages of one window that are held at the moment: faulted in from a store when they are looked
 * at, put back all at once. A page is a chunk of each of a window's arrays.
 *
 * <p>Costs: all O(1) but for {@link #putBack}, O(pages held).
 */
public final class Pages implements Residence {
  private static final int NONE = -1;

  /** Added to the number of a page that holds aggregates of a second array. */
  private static final int BESIDE = 1 << 28;

  /**
   * The table's length at first; a longer one is not kept, since each key would have to clear it.
   */
  private static final int FEW = 16;

  private final PageStore store;
  private int slots;
  private int words;

  /** An open hash table from a page's number to the page. */
  private int[] ids;

  private Page[] pages;
  private Origin[] origins;
  private int count;
  private int lastId = NONE;
  private Page last;

  /** Where a page came from, and so what becomes of it. */
  private enum Origin {
    STORED,
    NEW,
    OWN,
    REMOVED
  }

  public Pages(PageStore store) {
    this.store = store;
    clear(FEW);
  }

  /** Why a window on pages is closed while it is not attached. */
  public static IllegalStateException detached() {
    return new IllegalStateException("it is not attached to a header; attach it before it is used");
  }

  static IllegalStateException missing(int id) {
    return new IllegalStateException(
        "page " + id + " of a window is not in its store: the state is damaged");
  }

  /** Refuses a header of another version, which its first long tells. */
  public static void checkVersion(Page header, int version) {
    if (header.longs.length == 0 || header.longs[0] != version) {
      throw new IllegalArgumentException(
          "a window's header of version "
              + (header.longs.length == 0 ? "none" : header.longs[0])
              + " is not read here, only one of version "
              + version);
    }
  }

  @Override
  public LongChunks longs(int shift, int maxShift) {
    return new PagedChunks.Longs(this, shift);
  }

  @Override
  public LongChunks words(int shift, int maxShift, int words) {
    return aggregates(shift, words, 0);
  }

  private LongChunks aggregates(int shift, int words, int side) {
    this.slots = 1 << shift;
    this.words = words;
    return new PagedChunks.Words(this, shift, words, side);
  }

  @Override
  public ObjectChunks objects(int shift, int maxShift) {
    return aggregates(shift, 0);
  }

  private ObjectChunks aggregates(int shift, int side) {
    this.slots = 1 << shift;
    this.words = 0;
    return new PagedChunks.Objects(this, shift, side);
  }

  /** A second array lies on pages of its own, without longs. */
  @Override
  public Residence beside() {
    return new Residence() {
      @Override
      public LongChunks longs(int shift, int maxShift) {
        throw new UnsupportedOperationException("the longs are beside the first array");
      }

      @Override
      public Residence beside() {
        throw new UnsupportedOperationException("there is no third array");
      }

      @Override
      public LongChunks words(int shift, int maxShift, int words) {
        return aggregates(shift, words, BESIDE);
      }

      @Override
      public ObjectChunks objects(int shift, int maxShift) {
        return aggregates(shift, BESIDE);
      }
    };
  }

  /** How many pages are held. */
  public int held() {
    return count;
  }

  /** The page of this number, fetched where it is not held. */
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

  /** The page of this number where it is held, else null. */
  Page ifHeld(int id) {
    return id == lastId ? last : pages[index(id)];
  }

  /** Whether there is such a page, held or not. */
  public boolean has(int id) {
    int i = index(id);
    return ids[i] == NONE ? store.get(id) != null : pages[i] != null;
  }

  /** Makes a page that is not in the store. */
  public void create(int id) {
    put(id, blank(id), Origin.NEW);
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

  /** Makes a page that never gets into the store, unless it is there. */
  public void keep(int id) {
    if (ids[index(id)] == NONE) {
      put(id, blank(id), Origin.OWN);
    }
  }

  /** Holds a page that somebody else stores. */
  public void keep(int id, Page page) {
    put(id, page, Origin.OWN);
  }

  /** A page with nothing on it. */
  private Page blank(int id) {
    long[] longs = new long[id < BESIDE ? slots : 0];
    return words == 0
        ? new Page(longs, new Object[slots])
        : new Page(longs, new long[slots * words]);
  }

  /** Takes a page away, here and, when pages are put back, in the store. */
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

  /** Lets go of all pages. */
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

  /** Where a number is in the table, or would be. */
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

  /** Makes room in the table, which pages leave that came and went unknown to the store. */
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
