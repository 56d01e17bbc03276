/**
 * Finestra's connector for Spark 4, switched on by {@code
 * spark.sql.extensions=dev.finestra.spark.FinestraExtensions} or by its jar alone.
 *
 * <p>What runs on Spark's own classes is Scala, beside this file's folder; it sees core and Spark
 * and nothing else.
 */
package dev.finestra.spark;
