/**
 * The parts of the SQL functions in {@link dev.finestra.flink.table}: their arguments, types and
 * accumulators.
 *
 * <p>{@code finestra_agg} and {@code finestra_group_agg} share {@code NamedAggregateFunction};
 * their accumulators are a FIFO queue of values and a single partial result. {@code
 * WindowCallArguments} reads the arguments of {@code finestra_window} into a {@code
 * TableWindowSpec}.
 */
package dev.finestra.flink.internal.table;
