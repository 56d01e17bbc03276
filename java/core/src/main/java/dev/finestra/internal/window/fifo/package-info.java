/**
 * The in-order algorithms over a queue, named as in <em>In-Order Sliding-Window Aggregation in
 * Worst-Case Constant Time</em>.
 *
 * <p>What to choose: {@code subtract_on_evict} if the aggregation has an exact inverse; {@code
 * two_stacks_lite} for the most throughput; {@code daba_lite} if every single operation must be
 * quick; {@code two_stacks} and {@code daba} if entries must also be visited, merged or moved, at
 * twice the space.
 *
 * <p>Not supported: times before the youngest, evicting any entry but the oldest, range queries.
 */
package dev.finestra.internal.window.fifo;
