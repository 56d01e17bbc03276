package dev.finestra.windowing.internal.host;

import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;

/** What an engine does for the current key: its output, timers and counters. */
public interface KeyedEngine {

  void emit(long start, long end, WindowResult result, Change change, long timestamp)
      throws Exception;

  /**
   * Deletes the timer for results at {@code from}, and sets one at {@code to}; either may be {@link
   * KeyHeader#NEVER} for none.
   */
  void moveTimer(long from, long to);

  /** The machine's clock, in milliseconds; asked for if state has a time to live. */
  default long clock() {
    throw new UnsupportedOperationException(
        "A time to live is set, but this engine does not support one");
  }

  /** Sets a timer of the machine's clock that calls {@link KeyedHost#expire}. */
  default void expireAt(long clock) {
    throw new UnsupportedOperationException(
        "A time to live is set, but this engine does not support one");
  }

  /** Counts a row that no window contains, as it lies between two windows. */
  void rowInNoWindow();

  /** Counts results that a late row changed. */
  default void corrected(int results) {}
}
