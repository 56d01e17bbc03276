package dev.finestra.paged;

/**
 * The pages of one window in an engine's state, by number. A {@link PagedWindow} reads and writes
 * the pages of the engine's current key.
 */
public interface PageStore {
  /** The page with this number, or null. The window writes into its arrays and puts it back. */
  Page get(int id);

  /**
   * Puts back a page that was read, changed or not; a new one was not in the store. A store of
   * bytes compares, and writes a page that has changed; a store of objects needs to write only new
   * pages.
   */
  void put(int id, Page page, boolean isNew);

  /** Removes a page that is in the store. */
  void remove(int id);
}
