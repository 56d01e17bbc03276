/**
 * Sliding {@code groupBy(window(…))} of batch queries by slices: {@code PlaceWindows} keeps the
 * analyzer from writing out a copy of each row for each window, {@code Recognize} finds what slices
 * can answer, {@code Slide} plans it, {@code FinestraSlideExec} runs it behind the shuffle. What
 * slices cannot answer is left to Spark, and the log says why. Streams are not supported here.
 */
package dev.finestra.spark.slide;
