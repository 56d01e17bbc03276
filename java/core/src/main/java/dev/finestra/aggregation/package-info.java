/**
 * Aggregations: monoids with a lift before them and a lower behind them, by name.
 *
 * <p>To choose one, ask {@link dev.finestra.aggregation.Aggregations#forms()} or read
 * docs/aggregations.md. To write one, extend {@link dev.finestra.aggregation.LongAggregation} where
 * one word holds a partial aggregate, {@link dev.finestra.aggregation.WordsAggregation} where a
 * fixed number does, {@link dev.finestra.aggregation.ObjectAggregation} otherwise; let checkLaws
 * look for a law that it breaks, and add it to the catalog with an {@link
 * dev.finestra.aggregation.AggregationProvider}.
 *
 * <p>Give each aggregation a class of its own rather than a lambda to a common one: the algorithms
 * are copied for each aggregation so that its combine is inlined, and a common class would meet
 * many.
 *
 * <p>Not supported: combines that are not associative, and partial aggregates that are changed
 * after they were handed over.
 */
package dev.finestra.aggregation;
