/**
 * Several aggregations in one pass, as one aggregation whose results are rows. Not API.
 *
 * <p>A partial result is a {@link dev.finestra.windowing.internal.columns.SeenWord}, then the
 * partial result of each column. If every column's partial result is made of 64-bit words, all of
 * them are in one array of words ({@link dev.finestra.windowing.internal.columns.WordColumns});
 * otherwise each partial result is an object.
 *
 * <pre>
 * count, mean(price)     | rows, seen | count | sum | count |     five words
 * </pre>
 */
package dev.finestra.windowing.internal.columns;
