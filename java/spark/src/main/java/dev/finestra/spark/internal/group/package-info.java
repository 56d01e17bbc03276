/**
 * {@code groupBy} with functions of Finestra whose partial results are objects, in batch queries.
 *
 * <pre>
 * BufferedAggregateStrategy  the plan
 *   FinestraPartialExec        before the shuffle: partial results where they take less space than
 *     PartialGroups            the rows, otherwise the functions' arguments; the rows are sorted
 *                              first if some thousand groups have many rows each
 *   PartialOrRow               after the shuffle: each function merges the one and updates with the
 *                              other, in Spark's aggregation of sorted rows
 * </pre>
 */
package dev.finestra.spark.internal.group;
