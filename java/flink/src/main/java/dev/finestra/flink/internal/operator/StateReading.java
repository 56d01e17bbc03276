package dev.finestra.flink.internal.operator;

import java.io.Serializable;

/**
 * Reads the state of windows: when the input ends, each key has the result at one time.
 *
 * @param at the time of the results; null for the newest of the latest row's and the watermark
 */
public record StateReading(Long at) implements Serializable {}
