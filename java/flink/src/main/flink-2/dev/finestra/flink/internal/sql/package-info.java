/**
 * The operators that run windows of Flink SQL. A job's planner creates them instead of Flink's own
 * operators; see {@link dev.finestra.flink.FinestraSql}. {@code SqlWindowOperator} runs {@code
 * HOP}, {@code SqlOverOperator} runs {@code OVER}, and {@code SqlChangesOverOperator} runs {@code
 * OVER … RANGE} over input with updates. {@code finestra_window} runs on the operator of keyed
 * streams.
 *
 * <p>Not supported: {@code DISTINCT}, and windows in processing time.
 */
package dev.finestra.flink.internal.sql;
