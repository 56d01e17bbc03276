/**
 * Sliding and tumbling windows of one key: rows on time, late rows, results that are due. Not API.
 *
 * <pre>
 * passed           |
 * ---- expired ----|---- due, accepts late rows ----|---- open ---->   ends of windows
 *                  passed - lateness                passed
 * </pre>
 *
 * <p>{@code SlidingLogic} inserts each row once. If the order of values does not matter, or is that
 * of arrival, all rows of a pane share one entry. A result is a range query over the window of the
 * key. The windows' starts and ends come from {@code WindowGrid}.
 *
 * <p>{@code LateRows} handles rows whose windows are due: it compares each result before and after
 * the insert, and emits those that changed. Flink's corrections and Spark's update mode both use
 * it.
 */
package dev.finestra.windowing.internal.sliding;
