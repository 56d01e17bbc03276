package dev.finestra.flink;

import dev.finestra.flink.internal.rows.FieldKeySelector;
import dev.finestra.windowing.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;

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

  /**
   * Computes declared features of a stream. A record's timestamp must be the value of its time
   * field, or the job fails.
   */
  public static <T> SingleOutputStreamOperator<Row> features(
      DataStream<T> stream, Features declared) {
    return features(stream, declared, Map.of());
  }

  /**
   * Computes declared features of a stream that starts with history.
   *
   * @param options {@code until}, {@code history} and {@code uid}, as {@link
   *     FinestraFromMaps#features} explains them
   */
  public static <T> SingleOutputStreamOperator<Row> features(
      DataStream<T> stream, Features declared, Map<String, Object> options) {
    return FeatureOptions.features(
        Objects.requireNonNull(stream, "The stream is null."), declared, options);
  }

  /** Begins windows of a keyed stream. Results have the key under the given name. */
  public static <T, K> FinestraKeyedStream<T, K> named(KeyedStream<T, K> stream, String keyName) {
    return new FinestraKeyedStream<>(
        Objects.requireNonNull(stream, "The stream is null."),
        List.of(Objects.requireNonNull(keyName, "The name of the key's field is null.")));
  }
}
