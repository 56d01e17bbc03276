package dev.finestra.flink;

/** When results are emitted. */
public enum Emit {
  /**
   * A window's result when the watermark (or the clock) passes its end, once; and again at each row
   * that comes late but within the allowed lateness, as Flink's own windows do.
   */
  ON_WATERMARK,
  /** At each row the newest window that has it, as it stands. Nothing when the watermark passes. */
  ON_EVENT,
  /**
   * As {@link #ON_WATERMARK}, as a changelog: a late row takes back (−U) and puts anew (+U) exactly
   * those results that it changes. For aggregations by name.
   */
  CORRECTIONS
}
