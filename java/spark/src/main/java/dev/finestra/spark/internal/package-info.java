/**
 * Parts that several packages of the connector share: the session's settings, the hint that names
 * an algorithm, the check that an algorithm is exact, the counters of dropped rows, and access to
 * members that Spark makes private.
 *
 * <pre>
 * FinestraExtensions, FinestraSpark
 *   slide       uses over, functions, query
 *   group       uses over, functions
 *   stream      uses query, types
 *   over        uses functions
 *   functions   uses types
 *   query       uses types
 * </pre>
 */
package dev.finestra.spark.internal;
