/**
 * Decimals that do not fit into 64 bits, for engines that have them.
 *
 * <p>A decimal of at most 18 digits is a long in its smallest unit, and all aggregations over longs
 * accept it. Longer ones are texts, made by {@code DecimalDigits}, whose order is that of the
 * numbers: {@code min}, {@code max}, {@code collect} and the like need no more. Only sums need
 * arithmetic, and {@code SumOfDecimals} does it in 128 bits.
 *
 * <p>The aggregation is not part of core's catalog. An engine adds it by listing {@code
 * DecimalAggregations} in {@code META-INF/services/dev.finestra.aggregation.AggregationProvider}.
 */
package dev.finestra.internal.aggregation.decimals;
