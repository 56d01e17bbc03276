package dev.finestra.flink;

import dev.finestra.windowing.Features;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;

/** {@link Features} as the maps of {@link FinestraFromMaps#features}. */
final class FeatureOptions {
  private FeatureOptions() {}

  static <T> SingleOutputStreamOperator<Row> features(
      DataStream<T> stream, Features declared, Map<String, Object> options) {
    Map<String, Object> all = new HashMap<>(options);
    if (declared.emitsChanges()) {
      all.put("emit", "changes");
    }
    if (declared.rate() != null) {
      all.put("rate", millis("The rate", declared.rate()));
    }
    return FinestraFromMaps.features(
        stream,
        declared.by(),
        declared.time(),
        windows(declared),
        new LinkedHashMap<>(declared.aggregates()),
        all);
  }

  private static Map<String, Object> windows(Features declared) {
    if (declared.session() != null) {
      if (!declared.windows().isEmpty() || declared.slide() != null) {
        throw new IllegalArgumentException(
            "A session and other windows are declared; declare one of them");
      }
      return Map.of("kind", "session", "gap", millis("The session", declared.session()));
    }
    List<Object> windows = new ArrayList<>();
    declared.windows().forEach((name, size) -> windows.add(List.of(name, window(declared, size))));
    return Map.of("windows", windows);
  }

  private static Map<String, Object> window(Features declared, Duration size) {
    long millis = millis("The size of a window", size);
    return declared.slide() == null
        ? Map.of("kind", "last", "size", millis)
        : Map.of("kind", "sliding", "size", millis, "slide", millis("The slide", declared.slide()));
  }

  private static long millis(String what, Duration length) {
    long millis = length.toMillis();
    if (!Duration.ofMillis(millis).equals(length)) {
      throw new IllegalArgumentException(
          "%s is %s; on Flink it must be whole milliseconds".formatted(what, length));
    }
    return millis;
  }
}
