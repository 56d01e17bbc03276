/**
 * Aggregates of plain {@code OVER} over columns: sum, average, count, minimum, maximum, standard
 * deviation, variance and percentile of numbers and times.
 *
 * <pre>
 * PartitionColumns    the input values that frames still need
 *   ValueColumn         one expression's values, in an array that is a ring
 * FrameBlock          one frame at 64 consecutive rows
 * ColumnFunction      one function over one frame, for a block of rows at once
 *   Counts, LongSums    differences of prefix sums
 *   ColumnStacks        functions without an inverse: DoubleSums, LongExtremes, DoubleExtremes,
 *                       Moments
 *   Percentiles         places in SortedValues
 * ResultRows          the results of a block as binary rows
 * </pre>
 *
 * <p>Every step is a loop over arrays. Merging the buffers of Spark's functions row by row, which
 * {@code MergedAggregates} does for all other functions, costs about three times as much.
 */
package dev.finestra.spark.internal.over.columns;
