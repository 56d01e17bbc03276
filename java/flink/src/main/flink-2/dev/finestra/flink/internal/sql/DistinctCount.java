package dev.finestra.flink.internal.sql;

import java.io.Serializable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A {@code COUNT(DISTINCT …)} of {@code HOP} windows. In generated code it is two counts of nothing
 * instead, whose accumulators {@link DistinctCounts} changes.
 *
 * @param type the type of the values
 * @param ends the field of accumulators with the number of runs that end in a slice
 * @param net the field with the number of runs that end in a slice, minus those that begin there
 */
public record DistinctCount(LogicalType type, DistinctValues values, int ends, int net)
    implements Serializable {}
