/**
 * Finestra's connector for Flink 2: windows over keyed streams, in Flink's own keyed state.
 *
 * <p>Begin at {@link dev.finestra.flink.Finestra}. Choose {@code SlidingEventTimeWindows} and the
 * other assigners of Flink's for results per slide, {@link dev.finestra.flink.LastWindow} for a
 * result per row, {@link dev.finestra.flink.CountWindow} for windows of rows.
 *
 * <p>Not supported: triggers and evictors of one's own, merging windows other than sessions with a
 * fixed gap, a window function's state per window, and input that takes rows back.
 */
package dev.finestra.flink;
