package dev.finestra.flink;

import java.util.LinkedHashMap;
import java.util.Map;
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

  /**
   * Several windows at once, by name, over one structure: each result has an answer of each, as
   * {@code max_1h} and {@code max_1d}, in the order of a {@code LinkedHashMap} or {@code
   * SortedMap}, and of other maps by name.
   *
   * @param windows for each name a {@link LastWindow}; or for each a sliding or tumbling assigner
   *     of one slide, whose sizes differ by multiples of it
   */
  public WindowedKeys<T, K> windows(Map<String, ?> windows) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    Ordered.of(windows).forEach((name, window) -> kinds.put(name, kind(name, window)));
    return of(kinds);
  }

  @SuppressWarnings("unchecked")
  private static Kind kind(String name, Object window) {
    if (window instanceof Kind kind) {
      return kind;
    }
    if (window instanceof WindowAssigner<?, ?> assigner) {
      return Assigners.kind((WindowAssigner<?, TimeWindow>) assigner);
    }
    throw new IllegalArgumentException(
        "the window '"
            + name
            + "' is "
            + window
            + "; give a LastWindow, or one of Flink's sliding or tumbling assigners");
  }

  WindowedKeys<T, K> of(Map<String, Kind> kinds) {
    return new WindowedKeys<>(stream, keyName, Spans.longest(kinds), Spans.of(kinds));
  }

  WindowedKeys<T, K> of(Kind kind) {
    return new WindowedKeys<>(stream, keyName, kind, Spans.ONE);
  }
}
