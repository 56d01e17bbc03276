/**
 * Algorithms whose entries lie flat, in a ring in order of time, with partial aggregates over runs
 * of them.
 *
 * <p>{@code amta} is the one to choose for input in order with bulk evicts and range queries.
 * {@code flatfit} wins where evicts are many and queries are few, {@code reactive} where queries
 * are few and bulks large, {@code b_int} where most queries are range queries; {@code subwindow}
 * accepts times in any order and rounds them to slices. The others reject input out of order.
 *
 * <p>{@code PositionedEntries} keeps the ring, {@code Levels} the binary tree above it that three
 * of them share. Not supported: more than 2^29 entries.
 */
package dev.finestra.internal.window.flat;
