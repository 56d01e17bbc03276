package dev.finestra.paged;

/**
 * The pages of one window in an engine's state, by number. What a {@link PagedWindow} asks for is
 * of the key that the engine is at.
 */
public interface PageStore {
  /** The page of this number, or null. The window writes into its arrays, and puts it back. */
  Page get(int id);

  /**
   * Puts back a page that was looked at, changed or not; a new one was not in the store. A store of
   * bytes compares, and writes what has changed; one of objects has to write only new pages.
   */
  void put(int id, Page page, boolean isNew);

  /** Removes a page that is in the store. */
  void remove(int id);
}
