package dev.finestra.flink.table;

import dev.finestra.Finestra;
import dev.finestra.SlidingWindow;
import dev.finestra.flink.ByName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The accumulator of {@link FinestraAgg}: the values that have not been taken back, and a window
 * over them, which is made when it is first needed.
 *
 * <p>Invariants: 1. the window, where there is one, has an entry for each value, at the times first
 * to next − 1; 2. there is a name where there are values; 3. the oldest value is not among those
 * that are gone.
 */
public final class Fifo {
  private final ArrayDeque<Object> values;

  /** How often each value was taken back while there were older ones; empty between results. */
  private final Map<Object, Integer> gone = new HashMap<>();

  private String name;
  private SlidingWindow<Object> window;
  private long first;
  private long next;

  Fifo() {
    this(null, new ArrayDeque<>());
  }

  Fifo(String name, ArrayDeque<Object> values) {
    this.name = name;
    this.values = values;
  }

  Fifo copy() {
    Fifo copy = new Fifo(name, values.clone());
    copy.gone.putAll(gone);
    return copy;
  }

  String name() {
    return name;
  }

  ArrayDeque<Object> values() {
    return values;
  }

  void add(String name, ByName byName, Object value) {
    this.name = name;
    if (value != null) {
      Object plain = plain(value);
      window(byName).insert(next++, plain);
      values.add(plain);
    }
  }

  void addAll(ByName byName, Fifo other) {
    for (Object value : other.values) {
      add(other.name, byName, value);
    }
    other.gone.forEach((value, count) -> gone.merge(value, count, Integer::sum));
    name = other.name;
    settle(byName);
  }

  /**
   * Takes a value back. Of rows that leave together Flink takes back any first, so one that is not
   * the oldest waits until those before it are taken back, too.
   */
  void remove(String name, ByName byName, Object value) {
    if (value == null) {
      return;
    }
    this.name = name;
    gone.merge(key(plain(value)), 1, Integer::sum);
    settle(byName);
  }

  private void settle(ByName byName) {
    SlidingWindow<Object> all = window(byName);
    while (!values.isEmpty() && gone.containsKey(key(values.peek()))) {
      gone.computeIfPresent(key(values.remove()), (k, count) -> count == 1 ? null : count - 1);
      all.bulkEvict(first++);
    }
  }

  private static Object key(Object value) {
    return value instanceof Object[] row ? Arrays.asList(row) : value;
  }

  /** A value as it is written and read again, so that one before and one after are equal. */
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

  /** Refuses what no result may be made of: a row taken back before older ones. */
  void checkSettled() {
    if (!gone.isEmpty()) {
      throw new UnsupportedOperationException(
          "finestra_agg takes back the oldest rows only, as OVER does; here "
              + gone.keySet().iterator().next()
              + " is taken back, and the oldest is "
              + key(values.peek())
              + ": the input is a changelog, of which only functions with an inverse, as SUM, can"
              + " be answered, or the call has DISTINCT, for which there is count_distinct");
    }
  }

  Object answer(ByName byName) {
    checkSettled();
    return byName.answer(window(byName));
  }

  void clear() {
    values.clear();
    gone.clear();
    window = null;
  }

  private SlidingWindow<Object> window(ByName byName) {
    if (window == null) {
      window = Finestra.window("two_stacks_lite", byName.aggregation());
      first = 0;
      next = 0;
      for (Object value : values) {
        window.insert(next++, value);
      }
    }
    return window;
  }
}
