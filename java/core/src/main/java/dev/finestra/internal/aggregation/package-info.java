/**
 * The aggregations that core has itself, one package for each family.
 *
 * <pre>
 *   BuiltInAggregations          the catalog's entries of all families
 *     numbers                    count, sum, mean, product, bits
 *     statistics                 variance, skewness, corr, histogram
 *     extremes                   min, max, first, last, arg_min, top_k
 *     collections                collect, concat, distinct values
 *     declared                   defined by a user's expressions
 *     tuples                     several aggregations as one
 *       base                     shared by the families
 *         dev.finestra.aggregation   the API
 * </pre>
 *
 * <p>Each package knows only the packages below it; no family knows another. The API loads {@link
 * dev.finestra.internal.aggregation.BuiltInAggregations} by its name and so knows none of them.
 *
 * <p>To add an aggregation, write its class into its family and add a line to the constructor of
 * the family's class ({@code NumberAggregations} and the like). The tests of laws, results, damage
 * and tuples then cover it without another line, and {@code make catalogue} tells Python.
 */
package dev.finestra.internal.aggregation;
