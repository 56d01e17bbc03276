package dev.finestra.flink;

import java.util.Objects;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * Windows over keyed streams, whatever their overlap, at the cost of one insert a row.
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

  /** Windows of a keyed stream; the key's field in results is named {@code key}. */
  public static <T, K> KeyedWindows<T, K> keyed(KeyedStream<T, K> stream) {
    return named(stream, "key");
  }

  /**
   * Windows of a stream keyed by a field of its rows, tuples or POJOs; results have the key under
   * the field's name.
   */
  public static <T> KeyedWindows<T, Object> keyed(DataStream<T> stream, String field) {
    Objects.requireNonNull(stream, "the stream is null; give one to be keyed");
    Objects.requireNonNull(field, "the name of the field to key by is null");
    return named(stream.keyBy(FieldKey.of(stream.getType(), field)), field);
  }

  /** Windows of a keyed stream whose key's field in results has this name. */
  public static <T, K> KeyedWindows<T, K> named(KeyedStream<T, K> stream, String keyName) {
    return new KeyedWindows<>(
        Objects.requireNonNull(stream, "the stream is null; give one, keyed by keyBy"),
        Objects.requireNonNull(keyName, "the name of the key's field is null"));
  }
}
