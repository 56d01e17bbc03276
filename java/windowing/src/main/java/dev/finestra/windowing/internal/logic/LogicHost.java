package dev.finestra.windowing.internal.logic;

import dev.finestra.windowing.WindowResult;

/** What {@link WindowLogic} asks of the engine's side, for the key that is attached. */
public interface LogicHost {

  /**
   * Emits a result.
   *
   * @param timestamp the time of the result as an event
   */
  void emit(long start, long end, WindowResult result, Change change, long timestamp)
      throws Exception;

  /**
   * Sees to it that {@link WindowLogic#fire} is called when this time has passed, or earlier; not
   * at all if it is {@link KeyHeader#NEVER}.
   */
  void timerBy(long time);

  /** Counts a row that no window contains, as it lies between two windows. */
  void rowInNoWindow();

  /** Counts results that a late row changed. */
  void corrected(int results);
}
