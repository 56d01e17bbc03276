package dev.finestra.paged;

/**
 * One entry of a store: a node of a window (its times, links and partial results), or the window's
 * header. The header of a small window has all its entries.
 *
 * <p>Partial results are words, or objects that are never changed in place; the other array is
 * null. A store may keep the arrays, and copies a page with {@link PageCodec#copy}.
 */
public final class Page {
  public long[] longs;
  public final long[] words;
  public final Object[] objects;

  public Page(long[] longs, long[] words) {
    this.longs = longs;
    this.words = words;
    this.objects = null;
  }

  public Page(long[] longs, Object[] objects) {
    this.longs = longs;
    this.words = null;
    this.objects = objects;
  }
}
