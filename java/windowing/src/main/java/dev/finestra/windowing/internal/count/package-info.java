/**
 * Count windows of one key: after each {@code slide} rows, a result of the last {@code size} rows.
 * Not API.
 *
 * <pre>
 * rows by arrival     1   2   3   4   5   6   7   8      size 4, slide 2
 * results                 ↑       ↑       ↑       ↑
 *                        1..2    1..4    3..6    5..8
 * </pre>
 *
 * <p>Rows are numbered in order of arrival, and {@code CountLogic} uses the numbers as times. So no
 * row is late, results need no timer, and algorithms in order fit too. The number of the last row
 * is in the key's header ({@code rowsSeen}).
 *
 * <p>Not supported: lateness and corrections, because a count window does not depend on time.
 */
package dev.finestra.windowing.internal.count;
