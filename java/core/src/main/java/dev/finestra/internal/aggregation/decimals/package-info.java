/**
 * Decimals that do not fit into 64 bits, for engines that have them.
 *
 * <p>A decimal of at most 18 digits is a long in its smallest unit, and all aggregations over longs
 * accept it. Longer ones are texts, made by {@code DecimalDigits}, whose order is that of the
 * numbers: {@code min}, {@code max}, {@code collect} and the like need no more. Only sums and means
 * need arithmetic, and {@code SumOfDecimals} and {@code MeanOfDecimals} do it in 128 bits.
 *
 * <pre>
 *   12.34 of DECIMAL(12,2)  ──Decimals──▶  1234  ──max──▶  1234  ──DecimalResults──▶  12.34
 * </pre>
 *
 * <p>These aggregations are not part of core's catalog. An engine adds them by listing their
 * providers in {@code META-INF/services/dev.finestra.aggregation.AggregationProvider}: {@code
 * DecimalAggregations} for sums, and {@code DecimalMeanAggregations} for means.
 */
package dev.finestra.internal.aggregation.decimals;
