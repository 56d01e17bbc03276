/**
 * A call of {@code FinestraSpark.sliding}: its options, and its answer for a batch.
 *
 * <pre>
 * SlidingOptions   the options by name, checked
 * SlidingQuery     the options for a DataFrame: columns, types, sizes
 * BatchQuery       the windows of a batch, written as plain OVER and groupBy
 * </pre>
 *
 * <p>{@code internal.stream} answers for a stream. {@code ResolveSliding} makes {@code sliding}
 * work for clients of Spark Connect, which reach no JVM: the options come as a hint in the query's
 * plan.
 */
package dev.finestra.spark.internal.query;
