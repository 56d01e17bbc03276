/**
 * The shared base of all families of aggregations.
 *
 * <ul>
 *   <li>Base classes with a name, an input type and properties, one for each shape of a partial
 *       result: {@code NamedLongAggregation} (one 64-bit word), {@code NamedWordsAggregation} (a
 *       fixed number of words) and {@code NamedObjectAggregation}. {@code KeyLongAggregation} and
 *       {@code KeyWordsAggregation} hold values as keys whose order as longs is that of the values.
 *   <li>Arithmetic on words: {@code DoubleWords} (doubles as bits and as keys) and {@code Int128}.
 *   <li>Bytes: {@code ValueCodec} writes values, and reads them safely even if lengths are damaged.
 *   <li>{@code SizeLimits}: how much a partial result that grows may hold.
 *   <li>{@code AggregationFamily}: the entries of one family in the catalog.
 * </ul>
 *
 * <p>A word does not record its meaning; only the aggregation that wrote it can read it.
 */
package dev.finestra.internal.aggregation.base;
