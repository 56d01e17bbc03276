package dev.finestra.flink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Checks a function's laws on the first rows of a task: {@value #ROWS} of each of the first {@value
 * #MOST_KEYS} keys that have so many among the first {@value #MOST_ROWS} rows.
 *
 * <p>Costs: a copy of a few rows, and about a thousand combines for each of those keys.
 *
 * <p>When a law does not hold the row fails, with {@link Lawful}'s sentence.
 */
final class FirstRows<T> {
  private static final int ROWS = 3;
  private static final int MOST_KEYS = 4;
  private static final int MOST_ROWS = 1_000;

  private final Lawful<T, ?, ?> lawful;
  private final TypeSerializer<T> elements;
  private final Map<Object, List<T>> byKey = new HashMap<>();
  private int rows;
  private int checked;

  FirstRows(Lawful<T, ?, ?> lawful, TypeSerializer<T> elements) {
    this.lawful = lawful;
    this.elements = elements;
  }

  /** Takes a row of a key, which is not changed afterwards; false when that was the last needed. */
  boolean take(Object key, T row) {
    List<T> some = byKey.computeIfAbsent(key, k -> new ArrayList<>());
    if (some.size() < ROWS) {
      some.add(elements.copy(row));
      if (some.size() == ROWS) {
        lawful.check(some, "the first rows of a key");
        checked++;
      }
    }
    return ++rows < MOST_ROWS && checked < MOST_KEYS;
  }
}
