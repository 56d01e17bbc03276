package dev.finestra.paged;

/**
 * One entry of a store: a node of a window (its times, links and partial results), or the window's
 * header. The header of a small window has all its entries.
 *
 * <p>Partial results are words or objects; the other array is null. Objects are not changed in
 * place, except for those that {@link #owned the page owns}. A store may keep the fields of a page,
 * and copies a page with {@link PageCodec#copy}. It may use a subclass with further fields.
 *
 * <p>A header with a single entry may have its time and its object as fields, without arrays. With
 * many keys, each array is a cache miss.
 */
public class Page {
  /** The version in the header of a small window: the first of {@link #longs}, before the times. */
  public static final int SMALL = -1;

  public long[] longs;
  public long[] words;
  public Object[] objects;

  /** The time of a single entry, if {@link #longs} is null. */
  public long time;

  /** The partial result of a single entry, if it is an object and {@link #objects} is null. */
  public Object object;

  /**
   * The number of objects, counted from the last one, to which only this page refers. A window may
   * change these in place. A copy of the page shares its objects, so it begins with 0.
   */
  public int owned;

  /**
   * The number of slots at the end of the arrays that have no entry: a long and the words of a
   * partial result each. They are neither written nor copied. 0 if partial results are objects.
   */
  public int vacant;

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

  /** A page without entries. */
  public Page() {}

  /** Whether this page has neither entries nor other content. */
  public final boolean isBlank() {
    return longs == null && words == null && object == null;
  }

  /** Removes all content. */
  public final void clear() {
    take(new Page());
  }

  /** The longs, made if this page has a single entry without them. */
  public final long[] longs() {
    return longs == null ? new long[] {SMALL, time} : longs;
  }

  /** Moves the single entry of a small window's header from the arrays to the fields. */
  public final void dropArrays() {
    boolean hasAggregate = objects == null || objects[0] != null;
    if (longs.length == 2 && longs[0] == SMALL && vacant == 0 && hasAggregate) {
      time = longs[1];
      longs = null;
      object = objects == null ? null : objects[0];
      objects = null;
    }
  }

  /** Takes over the content of another page, which is not used any more. */
  public final void take(Page from) {
    longs = from.longs;
    time = from.time;
    words = from.words;
    objects = from.objects;
    object = from.object;
    owned = from.owned;
    vacant = from.vacant;
  }
}
