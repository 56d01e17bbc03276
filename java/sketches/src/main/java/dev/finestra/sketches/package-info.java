/**
 * Aggregations by sketches of Apache DataSketches: {@code bloom}, {@code hll}, {@code theta},
 * {@code quantile} and {@code frequent_items}. Put the module on the class path to use them.
 *
 * <p>To count different values, choose {@code theta} (exact for the first 2^lgk) or {@code hll}
 * (smaller). To ask whether a value occurred, choose {@code bloom}; for the most frequent values,
 * {@code frequent_items}; for a median or another quantile, {@code quantile}. Results are
 * estimates, but exact while there are few values. docs/aggregations.md states the errors.
 *
 * <p>Not supported: sketches made by other programs, as their hashes differ.
 */
package dev.finestra.sketches;
