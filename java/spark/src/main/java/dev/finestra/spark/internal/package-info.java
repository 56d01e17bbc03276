/**
 * Parts that several packages of the connector share: the session's settings, the hint that names
 * an algorithm, the check that an algorithm is exact, the counters of dropped rows, and access to
 * members that Spark makes private.
 *
 * <pre>
 * FinestraExtensions, FinestraSpark
 *    |           |          |         |
 * functions    over  &lt;--  slide    stream --&gt; query
 *    |           |          |         |          |
 *    +-----------+-- types, internal -+----------+
 *                       |
 *                windowing, core
 * </pre>
 */
package dev.finestra.spark.internal;
