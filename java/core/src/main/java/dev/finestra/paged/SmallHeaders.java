package dev.finestra.paged;

/**
 * Operations on the header of a small window, which has all entries, while no window is attached to
 * it. They cost less than {@link PagedWindow#attach} and {@link PagedWindow#flush}.
 *
 * <p>When user code throws, the header means nothing.
 */
public interface SmallHeaders<O> {
  /**
   * The header of a window with one entry; null if the value's partial result could not be changed
   * in place later.
   */
  Page begin(long time, Object value);

  /**
   * Adds a value to the youngest entry, or begins a younger one.
   *
   * @return false, and nothing has changed, if the window is not small or would become large, the
   *     youngest entry is younger than the value, or its partial result cannot be changed in place
   */
  boolean add(Page header, long time, Object value);

  /** The number of entries; 0 if the window is not small. */
  int size(Page header);

  /** The time of the oldest entry. */
  long oldest(Page header);

  /**
   * Removes the oldest entry, and returns its result. After the last one the header means nothing.
   */
  O takeOldest(Page header);
}
