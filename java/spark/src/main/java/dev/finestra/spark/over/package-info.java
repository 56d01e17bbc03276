/**
 * Plain {@code OVER} on Finestra's windows: {@code Over} plans it, {@code FinestraWindowExec} runs
 * it, a {@code Frame} is a window whose entries are rows. {@code Buffers} make any mergeable
 * function of Spark an aggregation. Frames from the beginning of a partition, rank functions and
 * functions of Python are not supported: they stay Spark's. Frames do not spill.
 */
package dev.finestra.spark.over;
