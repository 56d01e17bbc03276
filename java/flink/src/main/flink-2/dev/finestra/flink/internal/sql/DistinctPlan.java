package dev.finestra.flink.internal.sql;

import java.io.Serializable;
import java.util.List;

/**
 * The aggregates of a window that count distinct values, and how the generated code's rows differ
 * from those of SQL.
 *
 * @param keyFields the number of fields before the accumulators in a slice
 * @param columns the columns of SQL's result in a result of the generated code
 */
public record DistinctPlan(List<DistinctCount> counts, int keyFields, List<Integer> columns)
    implements Serializable {}
