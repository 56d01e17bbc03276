package dev.finestra.testing;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The expected content of a window: the values at each time in order of arrival, folded naively.
 *
 * @param <O> the type of results
 */
public final class Oracle<O> {
  private final TreeMap<Long, Values> entries = new TreeMap<>();
  private final Function<long[], O> fold;

  public Oracle(Function<long[], O> fold) {
    this.fold = fold;
  }

  /** The values at one time. */
  private static final class Values {
    long[] held = new long[1];
    int count;

    void add(long value) {
      if (count == held.length) {
        held = Arrays.copyOf(held, 2 * count);
      }
      held[count++] = value;
    }
  }

  public void insert(long time, long value) {
    if (value != Operation.NULL) {
      entries.computeIfAbsent(time, t -> new Values()).add(value);
    }
  }

  public void insert(long[] times, long[] values) {
    for (int i = 0; i < times.length; i++) {
      insert(times[i], values[i]);
    }
  }

  public boolean evict(long time) {
    return entries.remove(time) != null;
  }

  public void bulkEvict(long time) {
    entries.headMap(time, true).clear();
  }

  public void clear() {
    entries.clear();
  }

  public boolean holds(long time) {
    return entries.containsKey(time);
  }

  public long size() {
    return entries.size();
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public long oldest() {
    return entries.firstKey();
  }

  public long youngest() {
    return entries.lastKey();
  }

  /** The smallest time that is not before this one, or null. */
  public Long ceiling(long time) {
    return entries.ceilingKey(time);
  }

  public O query() {
    return fold(entries);
  }

  /** The fold of all values with from ≤ time ≤ to. */
  public O query(long from, long to) {
    return from > to ? fold.apply(new long[0]) : fold(entries.subMap(from, true, to, true));
  }

  /** The fold at each time. */
  public TreeMap<Long, O> answers() {
    TreeMap<Long, O> answers = new TreeMap<>();
    entries.forEach(
        (time, values) -> answers.put(time, fold.apply(Arrays.copyOf(values.held, values.count))));
    return answers;
  }

  private O fold(NavigableMap<Long, Values> part) {
    int count = part.values().stream().mapToInt(v -> v.count).sum();
    long[] all = new long[count];
    int at = 0;
    for (Values values : part.values()) {
      System.arraycopy(values.held, 0, all, at, values.count);
      at += values.count;
    }
    return fold.apply(all);
  }

  /** An independent copy. */
  public Oracle<O> copy() {
    Oracle<O> copy = new Oracle<>(fold);
    entries.forEach(
        (time, values) -> {
          for (int i = 0; i < values.count; i++) {
            copy.insert(time, values.held[i]);
          }
        });
    return copy;
  }
}
