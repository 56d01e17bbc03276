package dev.finestra.windowing.internal.logic;

/** The one timer of the key that is attached. */
@FunctionalInterface
public interface LogicTimer {

  /**
   * Sets the timer: {@link WindowLogic#fire} is called when this time has passed, or earlier; never
   * if it is {@link KeyHeader#NEVER}.
   */
  void fireBy(long time);
}
