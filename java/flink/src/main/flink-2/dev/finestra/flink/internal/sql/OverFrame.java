package dev.finestra.flink.internal.sql;

import java.io.Serializable;

/**
 * The frame of an {@code OVER} window in event time, which ends at the current row.
 *
 * @param isRows whether {@code preceding} counts rows; otherwise it is in milliseconds
 * @param preceding the rows before the current one, or the time before its time
 * @param timeField the field of a row's time
 */
public record OverFrame(boolean isRows, long preceding, int timeField) implements Serializable {}
