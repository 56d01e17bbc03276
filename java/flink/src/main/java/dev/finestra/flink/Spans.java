package dev.finestra.flink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Several windows over one structure, by name: they end together, and each reaches back by its own
 * size. The longest is the kind that the operator goes by.
 *
 * @param names the windows' names, in order; none where there is one window, without a name
 * @param sizes their sizes
 */
record Spans(List<String> names, List<Long> sizes) implements Serializable {
  static final Spans ONE = new Spans(List.of(), List.of());

  Spans {
    names = List.copyOf(names);
    sizes = List.copyOf(sizes);
  }

  boolean areSeveral() {
    return !names.isEmpty();
  }

  static Spans of(Map<String, ? extends Kind> windows) {
    List<Long> sizes = new ArrayList<>();
    windows.values().forEach(kind -> sizes.add(size(kind)));
    return new Spans(new ArrayList<>(windows.keySet()), sizes);
  }

  /** The longest of several windows; refuses windows that do not end together. */
  static Kind longest(Map<String, ? extends Kind> windows) {
    windows.values().forEach(Spans::size);
    Kind longest =
        windows.values().stream()
            .max(Comparator.comparingLong(Spans::size))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no window is given; name some, as \"1h\" →"
                            + " LastWindow.of(Duration.ofHours(1))"));
    windows.forEach(
        (name, kind) -> {
          if (name.isBlank() || !endTogether(kind, longest)) {
            throw new IllegalArgumentException(
                "the window '"
                    + name
                    + "' is "
                    + kind.described()
                    + ", and the longest "
                    + longest.described()
                    + "; several windows at once have names, are of one kind, and end together:"
                    + " LastWindows, or sliding windows of one slide whose sizes differ by"
                    + " multiples of it");
          }
        });
    return longest;
  }

  private static boolean endTogether(Kind kind, Kind longest) {
    if (kind instanceof LastWindow) {
      return longest instanceof LastWindow;
    }
    return kind instanceof Slides a
        && longest instanceof Slides b
        && a.slide() == b.slide()
        && a.isProcessingTime() == b.isProcessingTime()
        && (b.size() - a.size()) % a.slide() == 0
        && (b.offset() - a.offset()) % a.slide() == 0;
  }

  private static long size(Kind kind) {
    if (kind instanceof LastWindow last) {
      return last.size();
    }
    if (kind instanceof Slides slides) {
      return slides.size();
    }
    throw new IllegalArgumentException(
        "several windows at once are LastWindows or sliding windows, not " + kind.described());
  }
}
