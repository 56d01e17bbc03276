/**
 * Sliding windows over DataFrames, batch and streaming alike: {@code
 * dev.finestra.spark.Finestra.sliding}, and from Python {@code finestra.spark.sliding}.
 *
 * <p>A batch is rewritten to plain {@code OVER}, {@code window} and {@code session_window}. A
 * stream runs on {@code transformWithState}, and needs a watermark and the state store of RocksDB:
 * a window with a slide is kept as slices, a row's own window waits until its row is final.
 * Streaming DataFrames of Spark Connect are not supported, since they reach no JVM.
 */
package dev.finestra.spark.stream;
