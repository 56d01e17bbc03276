/**
 * Finestra's connector for Spark 4.
 *
 * <p>Set {@code spark.sql.extensions=dev.finestra.spark.FinestraExtensions}, or only put the jar on
 * the class path. Then a session has:
 *
 * <ul>
 *   <li>the aggregate functions {@code finestra_agg}, {@code finestra_last}, {@code
 *       finestra_rolling} and {@code finestra_slides}: {@code internal.functions};
 *   <li>a faster operator for plain {@code OVER}, without a change to queries: {@code
 *       internal.over};
 *   <li>{@code groupBy(window(time, size, slide))} without a copy of each row for each window:
 *       {@code internal.slide};
 *   <li>{@code FinestraSpark.sliding}, windows over batches and streams: {@code internal.query} and
 *       {@code internal.stream}.
 * </ul>
 *
 * <p>{@code FibaAggregator} is an {@code Aggregator} for typed Datasets. The packages below {@code
 * internal} are no API. Most classes are Scala, in {@code src/main/scala}; a few are Java, because
 * they call members that Spark makes private to its Scala packages.
 */
package dev.finestra.spark;
