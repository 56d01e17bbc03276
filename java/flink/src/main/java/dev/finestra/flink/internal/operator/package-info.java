/**
 * The two places where windows run in Flink: an operator of a keyed stream, and a process table
 * function. Not API.
 *
 * <p>Both are thin: they bring rows, clocks, timers and state to a {@code KeyedHost} of the
 * windowing module, and take results from it. The operator keeps the windows of recent keys in
 * memory between rows; the table function writes everything back after each call, because Flink
 * does not tell it about snapshots.
 *
 * <p>If the input updates and deletes rows, {@code Changelog} also keeps all rows of the open
 * windows in Flink's state. Only the operator supports that, and only for sliding and tumbling
 * windows in event time.
 */
package dev.finestra.flink.internal.operator;
