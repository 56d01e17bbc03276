/**
 * The least and greatest values, the oldest and newest ones, and results made of them: {@code
 * range}, {@code m4}, {@code arg_min}, {@code top_k}.
 *
 * <p>Numbers are held as keys, longs whose order is that of the values; texts as objects. The order
 * of doubles is that of {@link java.lang.Double#compare}: −0.0 is less than 0.0, and NaN is greater
 * than infinity. The order of texts is that of their code points.
 *
 * <p>With no entries the result is null (a count is 0, a list is empty). If values are equal,
 * {@code arg_min} and {@code arg_max} keep the oldest row. These aggregations are exact; most are
 * selective: a combination is one of its operands.
 */
package dev.finestra.internal.aggregation.extremes;
