/**
 * Sliding {@code groupBy(window(…))} of batch queries by slices: {@code Recognize} finds it where
 * the analyzer has written a copy of each row for each window, {@code Slide} plans it, {@code
 * FinestraSlideExec} runs it behind the shuffle. What slices cannot answer is left to Spark, and
 * the log says why. Streams are not supported here.
 */
package dev.finestra.spark.slide;
