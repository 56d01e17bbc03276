/**
 * The operators that run windows of Flink SQL. A job's planner creates them instead of Flink's own
 * operators; see {@link dev.finestra.flink.FinestraSql}. {@code SqlWindowOperator} runs {@code
 * HOP}, {@code SqlOverOperator} runs {@code OVER}, and {@code SqlChangesOverOperator} runs {@code
 * OVER … RANGE} over input with updates. {@code finestra_window} runs on the operator of keyed
 * streams.
 *
 * <p>{@code DistinctCounts} counts the distinct values of {@code HOP} windows; {@code
 * DistinctPlan}, {@code DistinctCount} and {@code DistinctValues} are what the planner tells it.
 *
 * <p>Not supported: other aggregates with {@code DISTINCT}, {@code DISTINCT} in {@code OVER} or
 * over input with updates, and windows in processing time.
 */
package dev.finestra.flink.internal.sql;
