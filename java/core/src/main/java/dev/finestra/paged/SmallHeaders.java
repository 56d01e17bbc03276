package dev.finestra.paged;

/**
 * Operations on the header of a small window that is not attached. Such a header has all entries.
 * They cost less than {@link PagedWindow#attach} and {@link PagedWindow#flush}.
 *
 * <p>If user code throws, the header is invalid.
 */
public interface SmallHeaders<O> {
  /**
   * Makes a page without arrays the header of a window with one entry.
   *
   * @return false, and nothing has changed, if the value is null, or its partial result could not
   *     be changed in place later
   */
  boolean begin(Page header, long time, Object value);

  /**
   * Adds a value to the youngest entry, or begins a younger one.
   *
   * @return false, and nothing has changed, if the value is null, the window is not small or would
   *     become large, the youngest entry is younger than the value, or its partial result cannot be
   *     changed in place
   */
  boolean add(Page header, long time, Object value);

  /** The number of entries; 0 if the window is not small, or its header is damaged. */
  int size(Page header);

  /** The time of the oldest entry. Call it only if {@link #size} is not 0. */
  long oldest(Page header);

  /**
   * Removes the oldest entry, and returns its result. Call it only if {@link #size} is not 0. After
   * the last entry the header is invalid.
   */
  O takeOldest(Page header);
}
