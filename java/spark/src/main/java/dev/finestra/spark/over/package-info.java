/**
 * Plain {@code OVER} on Finestra's windows: {@code Over} plans it, {@code FinestraWindowExec} runs
 * it, a {@code Frame} is a window whose entries are rows. {@code Buffers} make any mergeable
 * function of Spark an aggregation. Frames from the beginning of a partition, rank functions and
 * functions of Python are not supported: they stay Spark's. {@code Rows} are held in pages, which
 * leave for a {@code SpillFile} where the task has no memory for them.
 */
package dev.finestra.spark.over;
