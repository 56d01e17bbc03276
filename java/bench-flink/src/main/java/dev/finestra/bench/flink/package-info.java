/**
 * {@code finestra bench flink}, {@code flink-matrix}, {@code flink-hot} and {@code flink-keys}:
 * Finestra's windows next to Flink's own, in Flink.
 *
 * <pre>
 *   FlinkBenchmark      runs each point in a JVM of its own, as the benchmark of core does
 *     FlinkSeries       which points exist
 *     FlinkMatrix       the same for the map
 *     FlinkPoint        one point: kind of windows, state backend, number of keys, …
 *   in such a JVM:
 *     FlinkRun          a BenchCluster with one slot
 *       BenchmarkJobs   EventSource ─▶ windows ─▶ RunMeter ─▶ sink
 *   FlinkHotKey         {@code flink-hot}: half of all rows have the same key
 *     HotKeyRun         in a JVM of its own: jobs on a cluster with two slots
 *   FlinkManyKeys       {@code flink-keys}: watermarks, checkpoints, restores and waits
 *     ManyKeysRun       in a JVM of its own: KeysSource ─▶ Arrivals ─▶ windows ─▶ RunMeter
 * </pre>
 *
 * <p>The baselines are Flink's {@code window(…).aggregate(…)} and, in SQL, {@code HOP} and {@code
 * OVER}. The module is never published.
 */
package dev.finestra.bench.flink;
