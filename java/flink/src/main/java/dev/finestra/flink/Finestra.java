package dev.finestra.flink;

import dev.finestra.flink.internal.rows.FieldKeySelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * The entry to Finestra on Flink: windows over keyed streams. Each row costs one insert, however
 * much windows overlap.
 *
 * <pre>{@code
 * Finestra.keyed(stream.keyBy(trade -> trade.symbol))
 *     .window(SlidingEventTimeWindows.of(Duration.ofDays(1), Duration.ofSeconds(1)))
 *     .aggregate("max", "price")
 *     .print();
 * }</pre>
 */
public final class Finestra {
  private Finestra() {}

  /** Begins windows of a keyed stream. Results have the key in a field named {@code key}. */
  public static <T, K> FinestraKeyedStream<T, K> keyed(KeyedStream<T, K> stream) {
    return named(stream, "key");
  }

  /**
   * Begins windows of a stream that is keyed by one or several fields of its rows, tuples or POJOs.
   * Results have the key's fields under their names.
   */
  public static <T> FinestraKeyedStream<T, Object> keyed(DataStream<T> stream, String... fields) {
    Objects.requireNonNull(stream, "The stream is null.");
    List<String> names = new ArrayList<>();
    for (String field : fields) {
      names.add(Objects.requireNonNull(field, "The name of a field to key by is null."));
    }
    return new FinestraKeyedStream<>(
        stream.keyBy(FieldKeySelector.of(stream.getType(), names)), names);
  }

  /** Begins windows of a keyed stream. Results have the key under the given name. */
  public static <T, K> FinestraKeyedStream<T, K> named(KeyedStream<T, K> stream, String keyName) {
    return new FinestraKeyedStream<>(
        Objects.requireNonNull(stream, "The stream is null."),
        List.of(Objects.requireNonNull(keyName, "The name of the key's field is null.")));
  }
}
