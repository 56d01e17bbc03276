package dev.finestra.flink;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
 * The way in for callers that have no Java types at hand, as Python's gateway: names, numbers and
 * maps of them.
 *
 * <p>A window is a map: {@code kind} is sliding, tumbling, session, last or count; {@code size},
 * {@code slide}, {@code offset} and {@code gap} are numbers, of milliseconds or of rows; {@code
 * processing_time} is a truth value. Several windows at once are {@code windows}, a map of such
 * maps by name, or, for callers whose maps have no order, a list of pairs. Aggregations are a map
 * as {@link WindowedKeys#aggregate(Map)} takes. Options are a map: {@code lateness} and {@code ttl}
 * in milliseconds, {@code emit} as in {@link Emit} in any case, {@code algorithm}, {@code late}, an
 * {@link OutputTag}.
 */
public final class PyEntry {
  private static final Set<String> OPTIONS = Set.of("lateness", "ttl", "emit", "algorithm", "late");

  private PyEntry() {}

  /** Windows of a stream keyed by a field, aggregated by name. */
  public static <T> SingleOutputStreamOperator<Row> aggregate(
      DataStream<T> stream,
      String by,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    return add(Finestra.keyed(stream, by), window, aggregations, options);
  }

  /** Windows of a keyed stream, aggregated by name; the key's field has the name that is given. */
  public static <T, K> SingleOutputStreamOperator<Row> aggregateKeyed(
      KeyedStream<T, K> stream,
      String keyName,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    return add(Finestra.named(stream, keyName), window, aggregations, options);
  }

  private static <T, K> SingleOutputStreamOperator<Row> add(
      KeyedWindows<T, K> keyed,
      Map<String, Object> window,
      Map<String, Object> aggregations,
      Map<String, Object> options) {
    WindowedKeys<T, K> windows = of(keyed, window);
    for (String name : options.keySet()) {
      if (!OPTIONS.contains(name)) {
        throw new IllegalArgumentException(
            "there is no option '" + name + "'; there are " + new TreeSet<>(OPTIONS));
      }
    }
    if (options.get("lateness") != null) {
      windows.allowedLateness(number(options, "lateness"));
    }
    if (options.get("ttl") != null) {
      windows.stateTtl(Duration.ofMillis(number(options, "ttl")));
    }
    if (options.get("emit") != null) {
      windows.emit(emit(String.valueOf(options.get("emit"))));
    }
    if (options.get("algorithm") != null) {
      windows.algorithm(String.valueOf(options.get("algorithm")));
    }
    if (options.get("late") != null) {
      @SuppressWarnings("unchecked")
      OutputTag<T> tag = (OutputTag<T>) options.get("late");
      windows.sideOutputLateData(tag);
    }
    return windows.aggregate(aggregations);
  }

  @SuppressWarnings("unchecked")
  private static <T, K> WindowedKeys<T, K> of(
      KeyedWindows<T, K> keyed, Map<String, Object> window) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    if (window.get("windows") instanceof Map<?, ?> several) {
      Ordered.of((Map<String, Object>) several)
          .forEach((name, each) -> kinds.put(name, kind((Map<String, Object>) each)));
    } else if (window.get("windows") instanceof List<?> several) {
      for (Object each : several) {
        List<?> named = (List<?>) each;
        kinds.put((String) named.get(0), kind((Map<String, Object>) named.get(1)));
      }
    } else {
      return keyed.of(kind(window));
    }
    return keyed.of(kinds);
  }

  private static Kind kind(Map<String, Object> window) {
    String kind = String.valueOf(window.get("kind"));
    boolean clock = Boolean.TRUE.equals(window.get("processing_time"));
    return switch (kind) {
      case "sliding" ->
          new Slides(
              number(window, "size"),
              number(window, "slide"),
              numberOr(window, "offset", 0),
              clock);
      case "tumbling" -> {
        long size = number(window, "size");
        yield new Slides(size, size, numberOr(window, "offset", 0), clock);
      }
      case "session" -> new Sessions(number(window, "gap"));
      case "last" -> new LastWindow(number(window, "size"));
      case "count" -> {
        long size = number(window, "size");
        yield new CountWindow(size, numberOr(window, "slide", size));
      }
      default ->
          throw new IllegalArgumentException(
              "the kind of the window is '"
                  + kind
                  + "'; it is one of sliding, tumbling, session, last and count");
    };
  }

  private static Emit emit(String name) {
    try {
      return Emit.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          "emit is '" + name + "'; it is one of " + Arrays.toString(Emit.values()), unknown);
    }
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
        "'" + name + "' is " + Objects.toString(value) + "; it must be a whole number");
  }
}
