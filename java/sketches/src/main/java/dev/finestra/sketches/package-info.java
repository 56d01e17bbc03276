/**
 * Aggregations made of Apache DataSketches: {@code bloom}, {@code hll}, {@code theta}, {@code
 * quantile} and {@code frequent_items}. The module is found by being on the class path.
 *
 * <p>To choose: how many different values, {@code theta} (exact for the first 2^lgk) or {@code hll}
 * (smaller); whether a value was there, {@code bloom}; which are most frequent, {@code
 * frequent_items}; what is in the middle or at the end, {@code quantile}. Answers are estimates,
 * but exact while a partial aggregate holds few values; docs/aggregations.md states the errors.
 *
 * <p>Not supported: sketches made elsewhere, whose hashes differ.
 */
package dev.finestra.sketches;
