/**
 * Aggregations by name, and the types to write one. An aggregation is a monoid, with a lift for its
 * values and a lower for its results:
 *
 * <pre>
 *   value → lift → partial result ⊗ partial result … → lower → result
 * </pre>
 *
 * <p>{@link dev.finestra.aggregation.Aggregations#resolve} says what a name means for columns of
 * certain types, without making a window.
 *
 * <p>To choose one, ask {@link dev.finestra.aggregation.Aggregations#forms()} or read
 * docs/aggregations.md. To write one, extend {@link dev.finestra.aggregation.LongAggregation} if
 * one word holds a partial result, {@link dev.finestra.aggregation.WordsAggregation} if a fixed
 * number of words does, {@link dev.finestra.aggregation.ObjectAggregation} otherwise. Let {@code
 * checkLaws} look for laws that it breaks, and add it to the catalog with an {@link
 * dev.finestra.aggregation.AggregationProvider}.
 *
 * <p>Give each aggregation a class of its own, not a lambda in a shared class. The algorithms are
 * copied for each aggregation class, so that the JIT inlines its combine. The copy for a shared
 * class would call many combines and inline none.
 *
 * <p>Not supported: a combine that is not associative, and partial results that change after a
 * window has them, other than through {@code combineInto} or {@code add}.
 */
package dev.finestra.aggregation;
