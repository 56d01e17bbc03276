/**
 * {@code finestra bench flink}: Finestra beside Flink's own windows, in Flink. {@link
 * dev.finestra.bench.flink.Main} is the way in; {@code Cell} says what is measured, {@code Series}
 * at which points.
 */
package dev.finestra.bench.flink;
