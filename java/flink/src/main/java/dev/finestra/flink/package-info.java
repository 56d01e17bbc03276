/**
 * Finestra's connector for Flink 2: windows over keyed streams, in Flink's own keyed state. This
 * package is what a job imports.
 *
 * <pre>
 *   Finestra.keyed(stream, "user")     FinestraKeyedStream: choose windows
 *     .window(…)                       FinestraWindowedStream: choose options
 *     .allowedLateness(…)
 *     .aggregate("max", "price")       a stream of results
 * </pre>
 *
 * <p>Begin at {@link dev.finestra.flink.Finestra}. Choose Flink's {@code SlidingEventTimeWindows}
 * and its siblings for a result per slide, {@link dev.finestra.windowing.LastWindow} for a result
 * per row, {@link dev.finestra.windowing.CountWindow} for windows of a number of rows. Callers that
 * have no Java types, such as a script through py4j, use {@link
 * dev.finestra.flink.FinestraFromMaps}. On Flink 2, {@code FinestraSql} runs {@code HOP} and {@code
 * OVER} of SQL. Functions of SQL are in {@link dev.finestra.flink.table}.
 *
 * <p>Not supported: custom triggers and evictors, merging windows other than sessions with a fixed
 * gap, per-window state in a window function, and, in windows other than sliding and tumbling ones
 * in event time, input that updates or deletes rows.
 */
package dev.finestra.flink;
