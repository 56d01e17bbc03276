package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.WindowResult;

/** Where {@link WindowLogic} sends the results of the key that is attached. */
public interface ResultOutput {

  /**
   * Emits a result.
   *
   * @param timestamp the time of the result as an event
   */
  void emit(long start, long end, WindowResult result, Change change, long timestamp)
      throws Exception;

  /** Counts a row that is between two windows, so that no window contains it. */
  default void rowInNoWindow() {}

  /** Counts results that a late row changed. */
  default void corrected(int results) {}
}
