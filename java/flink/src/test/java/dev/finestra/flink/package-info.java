/**
 * Tests of the connector for Flink. Code that needs no engine is tested in {@code java/windowing}.
 *
 * <pre>
 * Flink's test harness, one thread (Bench, Subtasks):
 *   AgainstFlinkTest, ClockTest      the same results as Flink's own windows
 *   OracleTest, CorrectionsTest      windows that Flink does not have, against a list of rows
 *   CrashTest, RescaleTest           checkpoints and restores, with other numbers of subtasks
 *   SavepointTest, Golden…Test       what a savepoint promises; savepoints of earlier releases
 *   FunctionLawsTest, RefusalTest    functions and arguments that are rejected
 *
 * jobs on a cluster in the JVM (SharedCluster):
 *   MiniClusterTest, BatchTest       each entry point, streaming and batch
 *   FailuresTest, SqlFailuresTest    jobs that fail five times
 *   ExamplesTest                     the programs in examples/flink
 *
 * JVMs of their own: LargerThanHeapTest, Soak ({@code make soak})
 * </pre>
 *
 * <p>Tests of SQL functions are in the packages {@code table} and {@code internal.table}; those of
 * PyFlink are in {@code tests/flink}.
 */
package dev.finestra.flink;
