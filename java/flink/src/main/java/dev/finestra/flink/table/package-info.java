/**
 * Finestra in Flink's SQL and Table API: classes that users name in {@code CREATE FUNCTION} or load
 * as a module.
 *
 * <pre>
 *   LOAD MODULE finestra;            brings the three functions, and on Flink 2 runs HOP and OVER
 *   finestra_group_agg('max', x)     an aggregation by name in GROUP BY and Flink's own windows
 *   finestra_agg('max', x)           the same, also in OVER, which retracts the oldest rows
 *   finestra_window(TABLE t, …)      Finestra's own windows
 * </pre>
 *
 * <p>Without the module, register a class: {@code CREATE FUNCTION f AS
 * 'dev.finestra.flink.table.FinestraAgg'}. Each class says what it does not support.
 */
package dev.finestra.flink.table;
