package dev.finestra.windowing;

/** When results are emitted. */
public enum Emit {
  /**
   * A window's result is emitted once, when the watermark (or the clock) passes the window's end.
   * Each row that comes later, but within the allowed lateness, emits the new result, as in Flink's
   * own windows.
   */
  ON_WATERMARK,
  /**
   * Each row emits the current result of the newest window that contains it. The watermark emits
   * nothing.
   */
  ON_EVENT,
  /**
   * As {@link #ON_WATERMARK}, but as a changelog: a late row, or a late change of a row, retracts
   * (−U) and replaces (+U) exactly the results that it changes. A result without rows is deleted
   * (−D). Needs aggregations by name.
   */
  CORRECTIONS,
  /**
   * For per-event windows, as a table with the current result of each key: a result is emitted when
   * rows enter a window or leave it, if it differs from the one before. When the last row has left,
   * the result is that of no rows, such as a count of 0. A late row in the window of the newest
   * result corrects it at once; an older one is rejected. Needs aggregations by name.
   */
  CHANGES
}
