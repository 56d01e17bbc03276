package dev.finestra.flink;

import dev.finestra.flink.internal.builder.FlinkAssigners;
import dev.finestra.flink.internal.builder.StableOrder;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.WindowKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * A keyed stream; choose its windows next.
 *
 * @param <T> the elements
 * @param <K> the keys
 */
public final class FinestraKeyedStream<T, K> {
  private final KeyedStream<T, K> stream;
  private final List<String> keyNames;

  FinestraKeyedStream(KeyedStream<T, K> stream, List<String> keyNames) {
    this.stream = stream;
    this.keyNames = keyNames;
  }

  /**
   * Windows of one of Flink's assigners: sliding and tumbling windows in event or processing time,
   * or event-time sessions with a fixed gap.
   */
  public FinestraWindowedStream<T, K> window(WindowAssigner<? super T, TimeWindow> assigner) {
    return of(
        FlinkAssigners.kind(Objects.requireNonNull(assigner, "The window assigner is null.")));
  }

  /** Per-event windows: the window of each row reaches back from it. */
  public FinestraWindowedStream<T, K> window(LastWindow window) {
    return of(Objects.requireNonNull(window, "The window is null."));
  }

  /** Count windows. */
  public FinestraWindowedStream<T, K> window(CountWindow window) {
    return of(Objects.requireNonNull(window, "The window is null."));
  }

  /**
   * Several windows by name, over one structure per key. A result has a field for each of them,
   * such as {@code max_1h} and {@code max_1d}. Their order is that of a {@code LinkedHashMap} or
   * {@code SortedMap}; other maps are sorted by name.
   *
   * @param windows a {@link LastWindow} for each name; or a sliding or tumbling assigner for each,
   *     all with the same slide and with sizes that differ by multiples of it
   */
  public FinestraWindowedStream<T, K> windows(Map<String, ?> windows) {
    Map<String, WindowKind> kinds = new LinkedHashMap<>();
    StableOrder.of(windows).forEach((name, window) -> kinds.put(name, kind(name, window)));
    return of(kinds);
  }

  @SuppressWarnings("unchecked")
  private static WindowKind kind(String name, Object window) {
    if (window instanceof WindowKind kind) {
      return kind;
    }
    if (window instanceof WindowAssigner<?, ?> assigner) {
      return FlinkAssigners.kind((WindowAssigner<?, TimeWindow>) assigner);
    }
    throw new IllegalArgumentException(
        ("The window '%s' is %s; use a LastWindow, or one of Flink's sliding or tumbling"
                + " assigners")
            .formatted(name, window));
  }

  FinestraWindowedStream<T, K> of(Map<String, WindowKind> kinds) {
    return new FinestraWindowedStream<>(
        stream, keyNames, NamedSizes.longest(kinds), NamedSizes.of(kinds));
  }

  FinestraWindowedStream<T, K> of(WindowKind kind) {
    return new FinestraWindowedStream<>(stream, keyNames, kind, NamedSizes.NONE);
  }
}
