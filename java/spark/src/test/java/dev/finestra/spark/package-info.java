/**
 * Tests of the connector for Spark. Most are written in Scala, and share one local session ({@code
 * Sessions}).
 *
 * <pre>
 * …AgainstSparkTest                  random tables: Finestra's answers equal Spark's own
 * FunctionsTest, DecimalsTest, …     small tables that one can check by eye; messages for bad input
 * SettingsTest, HintTest             settings and hints, and what they do to a plan
 * MemoryTest, ClusterTest            a small heap, several processes; each in JVMs of their own
 * internal.over                      parts of plain OVER: spill files, HyperLogLog registers
 * internal.slide                     generated code of the sliding groupBy
 * internal.stream                    sliding over streams: restarts, late rows, state, checkpoints
 * </pre>
 *
 * <p>{@code Tables} and {@code AnyTable} make random tables, {@code internal.stream.Events} random
 * streams, {@code internal.stream.Running} a query that a test stops and starts. Tests of PySpark
 * are in {@code tests/spark}.
 */
package dev.finestra.spark;
