/**
 * Plain {@code OVER} on Finestra's windows.
 *
 * <pre>
 * OverStrategy          plans frames whose start moves forward
 * FinestraWindowExec    the operator
 * pieces                splits partitions that are much larger than the others
 * OverEvaluator         one task: moves each frame over a block of rows
 *   PartitionReader     the sorted input, one row ahead
 *   PartitionRows       the rows still needed, in RowPages, spilled to a SpillFile
 *   MovingFrame         one frame: two FrameBounds and the functions over it
 *     columns           functions over arrays of numbers and times
 *     FrameFunctions    all other functions, from row to row
 *       MergingWindow   merges the buffers of Spark's functions
 * </pre>
 *
 * <p>{@code AggregateBuffers} makes any mergeable function of Spark an aggregation of core, in one
 * of three forms: {@code RowWordsAggregation} for buffers of fixed-width fields (nothing is
 * allocated for a row), {@code SingleObjectAggregation} for one object, {@code
 * RowObjectAggregation} for the rest.
 *
 * <p>Not supported, so Spark runs them: frames that begin at the partition's start, rank functions,
 * functions of Python, {@code DISTINCT}.
 */
package dev.finestra.spark.internal.over;
