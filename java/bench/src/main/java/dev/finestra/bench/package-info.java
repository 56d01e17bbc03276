/**
 * The benchmarks of core's algorithms: the papers' experiments and our own questions.
 *
 * <pre>
 *   BenchCommand            bench core | point | jmh
 *     CoreBenchmark         the experiments; Benchmark runs each point in JVMs of its own
 *       Experiments         which experiments exist; ExperimentDesign lays out their points
 *       Experiment, Point   what to measure
 *     PointCommand          runs in such a JVM
 *       PointMeasurement    warms up, runs a loop, counts
 *       loop                what is repeated: evict, insert, query
 *       store               reads and writes of RocksDB
 *     RoundBench            the same loops for JMH
 *   report                  writes the measurements
 * </pre>
 *
 * <p>Figures are per CPU time of one thread. Each experiment includes a baseline: {@code btree4},
 * and {@code recalculate} for small windows. The module is never published.
 */
package dev.finestra.bench;
