/**
 * The operators that run windows of Flink SQL. A job's planner creates them instead of Flink's own
 * operators; see {@link dev.finestra.flink.FinestraSql}.
 *
 * <p>Not supported: input with updates, windows in processing time, and aggregates whose
 * accumulators may grow.
 */
package dev.finestra.flink.internal.sql;
