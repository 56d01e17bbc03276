/**
 * Algorithms that keep their entries flat, in a ring in order of time, with partial results over
 * runs of them.
 *
 * <p>Choose {@code amta} for input in order with bulk evicts and range queries. {@code flatfit} is
 * faster if there are many evicts and few queries, {@code reactive} if there are few queries and
 * large bulks, {@code b_int} if most queries are range queries; {@code subwindow} accepts times in
 * any order and rounds them to slices. The others reject input out of order.
 *
 * <p>{@code PositionedEntries} keeps the ring, {@code Levels} the binary tree that three of them
 * share. Not supported: more than 2^29 entries.
 */
package dev.finestra.internal.window.flat;
