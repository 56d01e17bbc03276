package dev.finestra.flink;

import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.builder.StableOrder;
import dev.finestra.flink.internal.history.FeatureHistory;
import dev.finestra.flink.internal.history.StoredFeatures;
import dev.finestra.flink.internal.operator.StateReading;
import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * Windows described by maps, lists, names and numbers, for callers that cannot create Java objects
 * of their own: Python through py4j, a script, a configuration file.
 *
 * <ul>
 *   <li>A window is a map. {@code kind} is sliding, tumbling, session, last or count; {@code size},
 *       {@code slide}, {@code offset} and {@code gap} are numbers of milliseconds or rows; {@code
 *       processing_time} is a boolean. Several windows are under {@code windows}: a map by name, or
 *       a list of (name, window) pairs for callers whose maps have no order.
 *   <li>Aggregations are a map as in {@link FinestraWindowedStream#aggregate(Map)}.
 *   <li>Options are a map: {@code allowed_lateness} and {@code state_ttl} in milliseconds, {@code
 *       emit} as the names of {@link Emit} in any case, {@code rate} in milliseconds, {@code
 *       algorithm}, {@code two_phase}, {@code accept_changes} and {@code fail_on_unknown_row} as
 *       booleans, and {@code side_output_late_data}, an {@link OutputTag}.
 * </ul>
 */
public final class FinestraFromMaps {
  private static final Set<String> OPTIONS =
      Set.of(
          "allowed_lateness",
          "state_ttl",
          "emit",
          "rate",
          "algorithm",
          "two_phase",
          "accept_changes",
          "fail_on_unknown_row",
          "side_output_late_data");

  private static final Set<String> FEATURE_OPTIONS =
      Set.of("until", "history", "uid", "emit", "rate");

  private static final Set<String> STATE_OPTIONS = Set.of("until", "uid", "emit", "rate", "at");

  private static final Set<String> WINDOW_KEYS =
      Set.of("kind", "size", "slide", "offset", "gap", "processing_time");

  private FinestraFromMaps() {}

  /**
   * Computes the features that {@code finestra.features} in Python declares.
   *
   * <p>A record's timestamp must be the value of its time field, or the job fails. Results have the
   * key's fields; then the time of the row, or {@code window_end}, or {@code window_start} and
   * {@code window_end}, with the type of the time field; then the features. Without inputs, {@code
   * sum} is null. Late rows are dropped and counted.
   *
   * <p>Options:
   *
   * <ul>
   *   <li>{@code until}, in milliseconds: the job starts with the rows before that time, from
   *       {@code history} or from a savepoint. The stream's rows before it are left out, and so are
   *       results.
   *   <li>{@code history}: a bounded stream of the same type. It needs neither timestamps nor
   *       watermarks.
   *   <li>{@code emit} and {@code rate}, as for other windows. With {@link Emit#CHANGES} and {@code
   *       until}, a key with rows in its windows has its first result at that time, or at the next
   *       multiple of the rate.
   *   <li>{@code uid}: the uid of the operator with the windows. With {@code until}, that time is
   *       appended, so that Flink rejects a savepoint of another history.
   * </ul>
   *
   * @param by the fields of the key
   * @param time the field that has the time: milliseconds, or a timestamp
   * @param window one window or several
   * @param aggregations a map as in {@link FinestraWindowedStream#aggregate(Map)}
   */
  public static <T> SingleOutputStreamOperator<Row> features(
      DataStream<T> stream,
      List<String> by,
      String time,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    checkNames(options, FEATURE_OPTIONS);
    @SuppressWarnings("unchecked")
    DataStream<T> before = (DataStream<T>) options.get("history");
    String uid = (String) options.get("uid");
    if (options.get("until") == null) {
      if (before != null) {
        throw new IllegalArgumentException(
            "history is given without until; give the time up to which the history is complete");
      }
      return features(stream, by, time, window, aggregations, options, uid);
    }
    if (before == null && uid == null) {
      throw new IllegalArgumentException(
          "until is given, but neither history nor uid; give the history, or the uid with which the"
              + " savepoint was written");
    }
    long until = number(options, "until");
    FeatureHistory<T> history =
        new FeatureHistory<>(TimeField.of(stream.getType(), time), kind(window), until);
    DataStream<T> rows = history.rows(stream, before, uid);
    String ownUid = uid == null ? null : FeatureHistory.uid(uid, until);
    return history.results(
        features(rows, by, time, window, aggregations, options, ownUid), by.size());
  }

  /**
   * The features of all keys in the savepoint or checkpoint that the job is started from. No row of
   * the stream is read.
   *
   * <p>Options: {@code uid}, {@code until}, {@code emit} and {@code rate} as in the job that wrote
   * the state, and {@code at}, the time of the features in milliseconds; without it, that of the
   * latest row, or the watermark if that is later.
   *
   * @param rows a stream of the job's type, of which no row is read; use one whose source ends,
   *     because Flink may start it
   */
  public static <T> SingleOutputStreamOperator<Row> state(
      DataStream<T> rows,
      List<String> by,
      String time,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    checkNames(options, STATE_OPTIONS);
    if (!(kind(window) instanceof LastWindow last) || last.isProcessingTime()) {
      throw new IllegalArgumentException(
          "Features of %s are declared; only those of windows of each row in event time can be read"
              .formatted(kind(window).described()));
    }
    String given = (String) options.get("uid");
    if (given == null) {
      throw new IllegalArgumentException("uid is missing; give the uid of the features in the job");
    }
    boolean hasUntil = options.get("until") != null;
    String uid = hasUntil ? FeatureHistory.uid(given, number(options, "until")) : given;
    StateReading at = new StateReading(options.get("at") == null ? null : number(options, "at"));
    SingleOutputStreamOperator<Row> results =
        FinestraFromMaps.<T>windows(StoredFeatures.noRows(rows, uid), by, time, window, options)
            .readState(at)
            .aggregate(aggregations)
            .uid(uid);
    StoredFeatures.check(rows.getExecutionEnvironment(), uid);
    return results;
  }

  private static <T> SingleOutputStreamOperator<Row> features(
      DataStream<T> rows,
      List<String> by,
      String time,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options,
      String uid) {
    SingleOutputStreamOperator<Row> results =
        FinestraFromMaps.<T>windows(rows, by, time, window, options).aggregate(aggregations);
    return uid == null ? results : results.uid(uid);
  }

  private static <T> FinestraWindowedStream<T, Object> windows(
      DataStream<T> rows,
      List<String> by,
      String time,
      Map<String, Object> window,
      Map<String, Object> options) {
    FinestraWindowedStream<T, Object> windows =
        FinestraFromMaps.<T, Object>of(Finestra.keyed(rows, by.toArray(String[]::new)), window)
            .asFeatures(time, numberOr(options, "until", Long.MIN_VALUE));
    setEmission(windows, options);
    return windows;
  }

  /** Aggregates windows of a stream that is keyed by one or several fields. */
  public static <T> SingleOutputStreamOperator<Row> aggregate(
      DataStream<T> stream,
      List<String> by,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    FinestraKeyedStream<T, Object> keyed = Finestra.keyed(stream, by.toArray(String[]::new));
    return add(keyed, window, aggregations, options);
  }

  /** Aggregates windows of a keyed stream; results have the key in a field of the given name. */
  public static <T, K> SingleOutputStreamOperator<Row> aggregateKeyed(
      KeyedStream<T, K> stream,
      String keyName,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    return add(Finestra.named(stream, keyName), window, aggregations, options);
  }

  private static <T, K> SingleOutputStreamOperator<Row> add(
      FinestraKeyedStream<T, K> keyed,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    FinestraWindowedStream<T, K> windows = of(keyed, window);
    checkNames(options, OPTIONS);
    if (options.get("allowed_lateness") != null) {
      windows.allowedLateness(number(options, "allowed_lateness"));
    }
    if (options.get("state_ttl") != null) {
      windows.stateTtl(Duration.ofMillis(number(options, "state_ttl")));
    }
    setEmission(windows, options);
    if (options.get("algorithm") != null) {
      windows.algorithm(String.valueOf(options.get("algorithm")));
    }
    if (flag(options, "two_phase")) {
      windows.twoPhase();
    }
    if (flag(options, "accept_changes")) {
      windows.acceptChanges();
    }
    if (flag(options, "fail_on_unknown_row")) {
      windows.failOnUnknownRow();
    }
    if (options.get("side_output_late_data") != null) {
      @SuppressWarnings("unchecked")
      OutputTag<T> tag = (OutputTag<T>) options.get("side_output_late_data");
      windows.sideOutputLateData(tag);
    }
    return windows.aggregate(aggregations);
  }

  private static void setEmission(
      FinestraWindowedStream<?, ?> windows, Map<String, Object> options) {
    if (options.get("emit") != null) {
      windows.emit(OptionChecks.emit(String.valueOf(options.get("emit"))));
    }
    if (options.get("rate") != null) {
      windows.rate(Duration.ofMillis(number(options, "rate")));
    }
  }

  private static void checkNames(Map<String, Object> options, Set<String> known) {
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown option '" + name + "'; the options are " + new TreeSet<>(known));
      }
    }
  }

  private static <T, K> FinestraWindowedStream<T, K> of(
      FinestraKeyedStream<T, K> keyed, Map<String, Object> window) {
    return window.containsKey("windows") ? keyed.of(kinds(window)) : keyed.of(kind(window));
  }

  /** The kinds of several windows, by name. */
  @SuppressWarnings("unchecked")
  private static Map<String, WindowKind> kinds(Map<String, Object> window) {
    Map<String, WindowKind> kinds = new LinkedHashMap<>();
    if (window.get("windows") instanceof Map<?, ?> several) {
      StableOrder.of((Map<String, Object>) several)
          .forEach((name, each) -> kinds.put(name, kind((Map<String, Object>) each)));
    } else {
      for (Object each : (List<?>) window.get("windows")) {
        List<?> named = (List<?>) each;
        kinds.put((String) named.get(0), kind((Map<String, Object>) named.get(1)));
      }
    }
    return kinds;
  }

  /** The kind of one window, or the longest of several. */
  private static WindowKind kind(Map<String, Object> window) {
    if (window.containsKey("windows")) {
      return NamedSizes.longest(kinds(window));
    }
    for (String name : window.keySet()) {
      if (!WINDOW_KEYS.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown key '" + name + "' of a window; the keys are " + new TreeSet<>(WINDOW_KEYS));
      }
    }
    String kind = String.valueOf(window.get("kind"));
    boolean clock = Boolean.TRUE.equals(window.get("processing_time"));
    return switch (kind) {
      case "sliding", "tumbling" -> {
        long size = number(window, "size");
        long slide = kind.equals("tumbling") ? size : number(window, "slide");
        yield SlidingTimeWindow.of(size, slide, numberOr(window, "offset", 0), clock);
      }
      case "session" -> new SessionWindow(number(window, "gap"));
      case "last" -> new LastWindow(number(window, "size"), clock);
      case "count" -> {
        long size = number(window, "size");
        yield new CountWindow(size, numberOr(window, "slide", size));
      }
      default ->
          throw new IllegalArgumentException(
              "The kind of a window is '"
                  + kind
                  + "'; use sliding, tumbling, session, last or count");
    };
  }

  private static boolean flag(Map<String, Object> map, String name) {
    Object given = map.getOrDefault(name, false);
    if (given instanceof Boolean flag) {
      return flag;
    }
    throw new IllegalArgumentException(name + " is " + given + "; use true or false");
  }

  private static long numberOr(Map<String, Object> map, String name, long otherwise) {
    return map.get(name) == null ? otherwise : number(map, name);
  }

  private static long number(Map<String, Object> map, String name) {
    Object value = map.get(name);
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    throw new IllegalArgumentException(
        "'" + name + "' is " + Objects.toString(value) + "; give a whole number");
  }
}
