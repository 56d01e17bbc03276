package dev.finestra.flink.table;

import dev.finestra.flink.internal.table.GroupAccumulator;
import dev.finestra.flink.internal.table.GroupAccumulatorSerializer;
import dev.finestra.flink.internal.table.NamedAggregateFunction;

/**
 * {@code finestra_group_agg('max', x)}: an aggregation by name for groups and Flink's own windows,
 * which never retract rows.
 *
 * <p>Costs: one combine for each row or merge; the accumulator is one partial result. {@code OVER}
 * and changelogs retract rows, and a query with them is rejected when it is planned; use {@link
 * FinestraAgg} for {@code OVER}.
 */
public final class FinestraGroupAgg extends NamedAggregateFunction<GroupAccumulator> {
  private static final long serialVersionUID = 1L;

  public FinestraGroupAgg() {
    super(GroupAccumulatorSerializer.INSTANCE);
  }
}
