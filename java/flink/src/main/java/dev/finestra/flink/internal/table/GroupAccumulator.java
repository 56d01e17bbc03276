package dev.finestra.flink.internal.table;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.flink.internal.rows.NamedAggregation;
import dev.finestra.flink.table.FinestraGroupAgg;

/**
 * The accumulator of {@link FinestraGroupAgg}: a window with all entries at one time, so that they
 * are combined into one partial result; or its snapshot, until it is first used.
 */
public final class GroupAccumulator extends NamedAccumulator<GroupAccumulator> {
  private byte[] snapshot;
  private SlidingWindow<Object> window;

  public GroupAccumulator(String name, byte[] snapshot) {
    this.name = name;
    this.snapshot = snapshot;
  }

  @Override
  GroupAccumulator copy() {
    return new GroupAccumulator(name, snapshot());
  }

  /** The partial result as bytes; null if there is none. */
  byte[] snapshot() {
    return window == null ? snapshot : window.snapshot();
  }

  @Override
  void add(String name, NamedAggregation byName, Object value) {
    this.name = name;
    if (value != null) {
      window(byName).insert(0, value);
    }
  }

  @Override
  void merge(NamedAggregation byName, GroupAccumulator other) {
    name = other.name;
    window(byName).merge(other.window(byName));
  }

  @Override
  Object result(NamedAggregation byName) {
    return byName.result(window(byName));
  }

  @Override
  void clear() {
    window = null;
    snapshot = null;
  }

  private SlidingWindow<Object> window(NamedAggregation byName) {
    if (window == null) {
      window = SlidingWindows.of("two_stacks", byName.aggregation());
      if (snapshot != null) {
        window.restore(snapshot);
        snapshot = null;
      }
    }
    return window;
  }
}
