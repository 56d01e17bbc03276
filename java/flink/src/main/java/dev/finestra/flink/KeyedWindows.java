package dev.finestra.flink;

import java.util.Objects;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * A keyed stream of which windows are to be made.
 *
 * @param <T> the elements
 * @param <K> the keys
 */
public final class KeyedWindows<T, K> {
  private final KeyedStream<T, K> stream;
  private final String keyName;

  KeyedWindows(KeyedStream<T, K> stream, String keyName) {
    this.stream = stream;
    this.keyName = keyName;
  }

  /**
   * The windows of one of Flink's assigners: sliding and tumbling windows in event and processing
   * time, event-time sessions with a fixed gap.
   */
  public WindowedKeys<T, K> window(WindowAssigner<? super T, TimeWindow> assigner) {
    return of(Assigners.kind(Objects.requireNonNull(assigner, "the window assigner is null")));
  }

  /** Each row's own last size. */
  public WindowedKeys<T, K> window(LastWindow window) {
    return of(Objects.requireNonNull(window, "the window is null"));
  }

  /** The last rows by number. */
  public WindowedKeys<T, K> window(CountWindow window) {
    return of(Objects.requireNonNull(window, "the window is null"));
  }

  WindowedKeys<T, K> of(Kind kind) {
    return new WindowedKeys<>(stream, keyName, kind);
  }
}
