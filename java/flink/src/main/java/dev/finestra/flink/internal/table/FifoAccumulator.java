package dev.finestra.flink.internal.table;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.flink.internal.rows.NamedAggregation;
import dev.finestra.flink.table.FinestraAgg;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The accumulator of {@link FinestraAgg}: the values that have not been retracted, and a window
 * over them, which is made when it is first needed.
 *
 * <p>Invariants: 1. the window, if there is one, has an entry for each value, at the times first to
 * next − 1; 2. if there are values there is a name; 3. the oldest value is not in {@code gone}.
 */
public final class FifoAccumulator extends NamedAccumulator<FifoAccumulator> {
  final ArrayDeque<Object> values;

  /**
   * How often each value was retracted while older values remain. It must be empty when a result is
   * computed or the state is written; see {@link #checkSettled}.
   */
  private final Map<Object, Integer> gone = new HashMap<>();

  private SlidingWindow<Object> window;
  private long first;
  private long next;

  public FifoAccumulator() {
    this(null, new ArrayDeque<>());
  }

  public FifoAccumulator(String name, ArrayDeque<Object> values) {
    this.name = name;
    this.values = values;
  }

  @Override
  FifoAccumulator copy() {
    FifoAccumulator copy = new FifoAccumulator(name, values.clone());
    copy.gone.putAll(gone);
    return copy;
  }

  @Override
  void add(String name, NamedAggregation byName, Object value) {
    this.name = name;
    if (value != null) {
      Object plain = plain(value);
      window(byName).insert(next++, plain);
      values.add(plain);
    }
  }

  @Override
  void merge(NamedAggregation byName, FifoAccumulator other) {
    for (Object value : other.values) {
      add(other.name, byName, value);
    }
    other.gone.forEach((value, count) -> gone.merge(value, count, Integer::sum));
    name = other.name;
    settle(byName);
  }

  /**
   * Retracts a value. Rows that leave a window together are retracted in any order, so a value that
   * is not the oldest waits until all older ones are retracted.
   */
  public void remove(String name, NamedAggregation byName, Object value) {
    if (value == null) {
      return;
    }
    this.name = name;
    gone.merge(key(plain(value)), 1, Integer::sum);
    settle(byName);
  }

  private void settle(NamedAggregation byName) {
    SlidingWindow<Object> all = window(byName);
    while (!values.isEmpty() && gone.containsKey(key(values.peek()))) {
      gone.computeIfPresent(key(values.remove()), (k, count) -> count == 1 ? null : count - 1);
      all.bulkEvict(first++);
    }
  }

  private static Object key(Object value) {
    return value instanceof Object[] row ? Arrays.asList(row) : value;
  }

  /** A value as it will be after a restore, so that values from before and after are equal. */
  private static Object plain(Object value) {
    if (value instanceof Object[] row) {
      Object[] plain = new Object[row.length];
      for (int i = 0; i < row.length; i++) {
        plain[i] = plain(row[i]);
      }
      return plain;
    }
    if (value instanceof Float || value instanceof BigDecimal) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof BigInteger big) {
      return big.longValueExact();
    }
    return value instanceof Number number && !(value instanceof Double)
        ? (Object) number.longValue()
        : value;
  }

  /** Throws if a row was retracted before older ones, because the result would be wrong. */
  void checkSettled() {
    if (!gone.isEmpty()) {
      throw new UnsupportedOperationException(
          ("finestra_agg can retract the oldest rows only, as OVER does, but %s was retracted"
                  + " while the oldest is %s. If the input is a changelog, use a function with an"
                  + " inverse, such as SUM; if the call has DISTINCT, use count_distinct")
              .formatted(gone.keySet().iterator().next(), key(values.peek())));
    }
  }

  @Override
  Object result(NamedAggregation byName) {
    checkSettled();
    return byName.result(window(byName));
  }

  @Override
  void clear() {
    values.clear();
    gone.clear();
    window = null;
  }

  private SlidingWindow<Object> window(NamedAggregation byName) {
    if (window == null) {
      window = SlidingWindows.of("two_stacks_lite", byName.aggregation());
      first = 0;
      next = 0;
      for (Object value : values) {
        window.insert(next++, value);
      }
    }
    return window;
  }
}
