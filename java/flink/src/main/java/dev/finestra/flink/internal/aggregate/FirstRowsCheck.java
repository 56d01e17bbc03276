package dev.finestra.flink.internal.aggregate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Checks the laws of a function on the first rows of a task: on {@value #ROWS} rows of each of up
 * to {@value #MOST_KEYS} keys, found among the first {@value #MOST_ROWS} rows.
 *
 * <p>Costs: copies of a few rows, and about a thousand combines for each of those keys.
 *
 * <p>When a law does not hold, the row fails with the message of {@link FunctionLaws}.
 */
public final class FirstRowsCheck<T> {
  private static final int ROWS = 3;
  private static final int MOST_KEYS = 4;
  private static final int MOST_ROWS = 1_000;

  private final FunctionLaws<T, ?> laws;
  private final TypeSerializer<T> elements;
  private final Map<Object, List<T>> byKey = new HashMap<>();
  private int rows;
  private int checked;

  FirstRowsCheck(FunctionLaws<T, ?> laws, TypeSerializer<T> elements) {
    this.laws = laws;
    this.elements = elements;
  }

  /** Adds a row of a key; returns false if no further row is needed. */
  public boolean take(Object key, T row) {
    List<T> some = byKey.computeIfAbsent(key, k -> new ArrayList<>());
    if (some.size() < ROWS) {
      some.add(elements.copy(row));
      if (some.size() == ROWS) {
        laws.check(some, "the first rows of a key");
        checked++;
      }
    }
    return ++rows < MOST_ROWS && checked < MOST_KEYS;
  }
}
