package dev.finestra;

import java.util.Map;

/** A window whose structure can be drawn, as {@code finestra show} does. */
public interface Drawn {
  /**
   * The structure as data: maps, lists, numbers and texts. Its keys may differ between versions.
   * The window does not change.
   *
   * @throws UnsupportedOperationException if there is no structure to draw at present
   */
  Map<String, Object> drawing();
}
