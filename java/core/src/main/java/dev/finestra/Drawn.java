package dev.finestra;

import java.util.Map;

/** A window whose structure can be drawn, as {@code finestra show} does. */
public interface Drawn {
  /**
   * The structure as data: maps, lists, numbers and texts. What is in it may change from one
   * version to the next; it changes nothing in the window.
   *
   * @throws UnsupportedOperationException where there is nothing to draw at present
   */
  Map<String, Object> drawing();
}
