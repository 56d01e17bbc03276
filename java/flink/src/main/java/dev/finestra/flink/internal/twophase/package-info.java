/**
 * Windows in two phases, for keys with most of the rows.
 *
 * <pre>
 * rows ─→ PaneCombiner ─── rows, and partial results of several rows ──→ WindowOperator ─→ results
 *         in each task of the input            keyBy                     CombinedInput reads both
 * </pre>
 *
 * <p>{@link dev.finestra.flink.internal.twophase.TwoPhase} adds both operators to a job. The first
 * one has no state: it sends all that it holds before each watermark and each checkpoint.
 */
package dev.finestra.flink.internal.twophase;
