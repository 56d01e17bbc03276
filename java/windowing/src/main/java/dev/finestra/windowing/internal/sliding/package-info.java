/**
 * Sliding and tumbling windows of one key: rows on time, late rows, results that are due. Not API.
 *
 * <pre>
 * ---- expired ----|---- due, accepts late rows ----|---- open ---->   last times of windows
 *                  passed - lateness                passed
 * </pre>
 *
 * <p>{@code SlidingLogic} inserts each row once. If the order of values does not matter, or is that
 * of arrival, all rows of a pane share one entry. A result is a range query over the window of the
 * key. The windows' starts and ends come from {@code WindowGrid}.
 *
 * <p>With Flink's corrections and Spark's update mode, {@code LateRows} inserts or removes rows
 * whose results are known already. It compares each result before and after, and emits those that
 * differ.
 */
package dev.finestra.windowing.internal.sliding;
