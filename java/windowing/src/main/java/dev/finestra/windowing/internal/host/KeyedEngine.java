package dev.finestra.windowing.internal.host;

import dev.finestra.windowing.internal.logic.KeyHeader;
import dev.finestra.windowing.internal.logic.ResultOutput;

/** The output, timers and counters of an engine, for the current key. */
public interface KeyedEngine extends ResultOutput {

  /**
   * Deletes the timer for results at {@code from}, and sets one at {@code to}; either may be {@link
   * KeyHeader#NEVER} for none.
   */
  void moveTimer(long from, long to);

  /** The machine's clock, in milliseconds; used only if state has a time to live. */
  default long clock() {
    throw new UnsupportedOperationException(
        "A time to live is set, but this engine does not support one");
  }

  /** Sets a timer of the machine's clock that calls {@link KeyedHost#expire}. */
  default void expireAt(long clock) {
    throw new UnsupportedOperationException(
        "A time to live is set, but this engine does not support one");
  }
}
