/**
 * The operators that run windows of Flink SQL. The planner of a job creates them instead of Flink's
 * own operators; see {@link dev.finestra.flink.FinestraSql}.
 */
package dev.finestra.flink.internal.sql;
