/**
 * Spark's types and core's.
 *
 * <p>A window's values are 64-bit integers, doubles or strings. {@code ColumnType} converts a
 * column's values to these and back, {@code ResultConversion} an aggregation's results, {@code
 * TimeType} the times and the sizes of windows. {@code ColumnAggregation} resolves the name of an
 * aggregation for columns of Spark types. Core's resolver decides what a name means; this package
 * adds what only Spark has: decimals, timestamps, intervals.
 *
 * <p>Decimals of up to 18 digits are 64-bit integers here. Larger ones are strings that sort like
 * the numbers, and their sum is core's {@code decimal_sum}.
 */
package dev.finestra.spark.internal.types;
