package dev.finestra.windowing;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Features of each key, declared once for Spark and Flink. It is what {@code finestra.features}
 * declares in Python.
 *
 * <pre>{@code
 * Features cards =
 *     Features.by("card")
 *         .time("ts")
 *         .window("1h", Duration.ofHours(1))
 *         .window("1d", Duration.ofDays(1))
 *         .aggregate("n", "count")
 *         .aggregate("spent", "sum", "cents");
 * }</pre>
 *
 * <p>Results have the columns of the key; the time; and a column for each aggregate and window,
 * such as {@code spent_1h}. The engines check columns and options when they compute the features.
 */
public final class Features implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> by;
  private String time;
  private final Map<String, Duration> windows = new LinkedHashMap<>();
  private Duration slide;
  private Duration session;
  private final Map<String, List<String>> aggregates = new LinkedHashMap<>();
  private Duration rate;
  private boolean emitsChanges;

  private Features(List<String> by) {
    this.by = by;
  }

  /** Begins a declaration with the columns of the key. */
  public static Features by(String... columns) {
    return new Features(List.of(columns));
  }

  /** The column of the event time. */
  public Features time(String column) {
    this.time = column;
    return this;
  }

  /**
   * Adds a window of this size. Without {@link #slide}, each row has windows of its own, [time −
   * size, time], both ends included.
   */
  public Features window(String name, Duration size) {
    putNew(windows, "window", name, Objects.requireNonNull(size, "The size is null."));
    return this;
  }

  /** The distance between two windows. */
  public Features slide(Duration slide) {
    this.slide = slide;
    return this;
  }

  /** The gap that ends a session; then there are no other windows. */
  public Features session(Duration gap) {
    this.session = gap;
    return this;
  }

  /**
   * Adds an aggregate.
   *
   * @param name the beginning of the names of its columns
   * @param aggregation its name in the catalog
   * @param columns the columns that it aggregates; none for {@code count}
   */
  public Features aggregate(String name, String aggregation, String... columns) {
    List<String> all = new ArrayList<>(List.of(columns));
    all.add(0, Objects.requireNonNull(aggregation, "The name of the aggregation is null."));
    putNew(aggregates, "aggregate", name, List.copyOf(all));
    return this;
  }

  private static <V> void putNew(Map<String, V> map, String what, String name, V value) {
    Objects.requireNonNull(name, "The name of a " + what + " is null.");
    if (map.putIfAbsent(name, value) != null) {
      throw new IllegalArgumentException(
          "The %s '%s' is declared twice; give one of them another name".formatted(what, name));
    }
  }

  /** A stream has a result of a key whenever its features change, also when rows leave a window. */
  public Features emitChanges() {
    this.emitsChanges = true;
    return this;
  }

  /** As {@link #emitChanges()}, with at most one result of a key per interval, the newest. */
  public Features emitChanges(Duration rate) {
    this.rate = rate;
    return emitChanges();
  }

  public List<String> by() {
    return by;
  }

  public String time() {
    return time;
  }

  /** The sizes of the windows by name, in order. */
  public Map<String, Duration> windows() {
    return Collections.unmodifiableMap(windows);
  }

  /** The distance between two windows; null if each row has its own. */
  public Duration slide() {
    return slide;
  }

  /** The gap of sessions; null for other windows. */
  public Duration session() {
    return session;
  }

  /** For each aggregate the aggregation and its columns, in order. */
  public Map<String, List<String>> aggregates() {
    return Collections.unmodifiableMap(aggregates);
  }

  public boolean emitsChanges() {
    return emitsChanges;
  }

  /** The length of the intervals with one result; null for all changes. */
  public Duration rate() {
    return rate;
  }
}
