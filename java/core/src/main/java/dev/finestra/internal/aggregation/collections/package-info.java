/**
 * Aggregations that hold all values, or all different ones: {@code collect}, {@code concat}, {@code
 * collect_distinct}, {@code count_distinct}.
 *
 * <p>Their partial results grow with the window, so {@code auto} gives them a tree, which holds a
 * value at most O(log n) times, and never a queue of aggregates. Sequences are ropes that share
 * their parts; sets are sorted arrays. Both have a limit, at which an insert or a query fails: a
 * million values, or 16 Mi characters of text.
 *
 * <p>With no entries the result is an empty list or text, or 0. In a set, all NaN are one value,
 * and −0.0 and 0.0 are two.
 */
package dev.finestra.internal.aggregation.collections;
