/**
 * Counts, sums, means, products, and the operations on bits and truth values.
 *
 * <p>Over longs, sums and products are exact: they fail when the final result is beyond 64 bits,
 * and an overflow on the way does no harm. Over doubles they are plain floating point, so their
 * last digits depend on how the window groups the values; {@code sum_kahan} compensates for that.
 *
 * <p>With no entries, a count or sum is 0, a product 1, and a mean null. NaN and infinities go
 * through the arithmetic as in IEEE 754. They cannot be removed from a sum again: {@code
 * subtract_on_evict} fails with an error that names algorithms that need no inverse.
 */
package dev.finestra.internal.aggregation.numbers;
