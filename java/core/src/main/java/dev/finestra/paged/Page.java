package dev.finestra.paged;

/**
 * What one entry of a store holds of a window: a node's block (its times and links, and the partial
 * aggregates beside them), or the window's header.
 *
 * <p>Partial aggregates are words, or objects that are never written in place; the other array is
 * null. Who stores pages may keep the arrays, and copies a page with {@link PageCodec#copy}.
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
