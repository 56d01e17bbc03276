/**
 * Aggregations that make a window's mistakes visible. Most are not commutative, so a wrong order
 * changes the result, and each has a naive fold that shares no code with it.
 *
 * <p>{@link dev.finestra.testing.monoid.TestAggregation} lists them. {@link
 * dev.finestra.testing.monoid.Probe} counts their combines, or makes one throw.
 */
package dev.finestra.testing.monoid;
