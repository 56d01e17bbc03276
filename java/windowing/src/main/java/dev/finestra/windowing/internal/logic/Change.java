package dev.finestra.windowing.internal.logic;

/** How an emitted result changes those emitted before it. */
public enum Change {
  /** A new result. */
  INSERT,
  /** The result is wrong by now; its replacement follows. */
  UPDATE_BEFORE,
  /** The replacement of the result emitted just before. */
  UPDATE_AFTER,
  /** The result is wrong by now, and nothing replaces it. */
  DELETE
}
