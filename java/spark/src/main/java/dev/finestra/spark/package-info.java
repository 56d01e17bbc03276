/**
 * Finestra's connector for Spark 4.
 *
 * <p>Nothing is here yet: the aggregators, the SQL functions, the session extension and the
 * streaming processor come with their own milestone. Until then Finestra is used from the JVM
 * through {@code finestra-core}.
 */
package dev.finestra.spark;
