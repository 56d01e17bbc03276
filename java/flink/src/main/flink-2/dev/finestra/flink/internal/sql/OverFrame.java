package dev.finestra.flink.internal.sql;

import java.io.Serializable;

/**
 * The frame of an {@code OVER} window, which ends at the current row.
 *
 * @param isRows whether {@code preceding} counts rows; otherwise it is in milliseconds
 * @param preceding the rows before the current one, or the time before its time
 * @param isEventTime whether a row has its time in a field; otherwise the machine's clock counts
 * @param timeField the field of a row's time
 */
public record OverFrame(boolean isRows, long preceding, boolean isEventTime, int timeField)
    implements Serializable {}
