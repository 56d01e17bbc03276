/**
 * Replaces nodes of Flink's physical plans by nodes that run on Finestra's operators. These classes
 * see Flink's planner, and are loaded by the planner's class loader. {@code AcceptChanges} runs
 * before Flink infers updates, {@code TakeOver} after Flink's optimizer. The {@code
 * StreamPhysical…} classes are the nodes that {@code EXPLAIN} shows; the {@code …Node} classes
 * translate them to operators. {@code DistinctCalls} rewrites {@code COUNT(DISTINCT …)} for
 * generated code.
 *
 * <p>Not replaced: windows that Finestra would not make faster, legacy group windows, batches, and
 * plans of {@code COMPILE PLAN}.
 */
package dev.finestra.flink.internal.planner;
