/**
 * Finestra in Flink's SQL and Table API: the module {@code finestra}, whose functions are {@code
 * finestra_agg} and {@code finestra_group_agg} (aggregations by name in Flink's own windows, groups
 * and {@code OVER}), and {@code finestra_window} (a process table function: Finestra's own
 * windows).
 *
 * <p>Begin with {@code LOAD MODULE finestra}, or register a class by {@code CREATE FUNCTION}. Not
 * supported: what a package of Flink's says it cannot do is refused, see each class.
 */
package dev.finestra.flink.table;
