package dev.finestra.windowing;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Several windows at once: they end together, each has a name, and each reaches back by its own
 * size. One structure holds the rows of the longest; the others are range queries over it.
 *
 * @param names the windows' names, in order; empty if there is one window, which has no name
 * @param sizes their sizes, in the same order
 */
public record NamedSizes(List<String> names, List<Long> sizes) implements Serializable {
  /** One window without a name. */
  public static final NamedSizes NONE = new NamedSizes(List.of(), List.of());

  public NamedSizes {
    names = List.copyOf(names);
    sizes = List.copyOf(sizes);
  }

  public boolean areSeveral() {
    return !names.isEmpty();
  }

  public static NamedSizes of(Map<String, ? extends WindowKind> windows) {
    List<Long> sizes = new ArrayList<>();
    windows.values().forEach(kind -> sizes.add(size(kind)));
    return new NamedSizes(new ArrayList<>(windows.keySet()), sizes);
  }

  /** The longest of several windows; rejects windows that do not end together. */
  public static WindowKind longest(Map<String, ? extends WindowKind> windows) {
    windows.values().forEach(NamedSizes::size);
    WindowKind longest =
        windows.values().stream()
            .max(Comparator.comparingLong(NamedSizes::size))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "No window is given; give at least one by name, as \"1h\" →"
                            + " LastWindow.of(Duration.ofHours(1))"));
    windows.forEach(
        (name, kind) -> {
          if (name.isBlank() || !endTogether(kind, longest)) {
            throw new IllegalArgumentException(
                ("The window '%s' is %s, and the longest window is %s; several windows must have"
                        + " names and end together: use only LastWindows, or only sliding windows of"
                        + " one slide whose sizes differ by multiples of it")
                    .formatted(name, kind.described(), longest.described()));
          }
        });
    return longest;
  }

  private static boolean endTogether(WindowKind kind, WindowKind longest) {
    if (kind instanceof LastWindow) {
      return longest instanceof LastWindow && kind.isEventTime() == longest.isEventTime();
    }
    return kind instanceof SlidingTimeWindow a
        && longest instanceof SlidingTimeWindow b
        && a.slide() == b.slide()
        && a.isProcessingTime() == b.isProcessingTime()
        && (b.size() - a.size()) % a.slide() == 0
        && a.grid().offset() == b.grid().offset();
  }

  private static long size(WindowKind kind) {
    if (kind instanceof LastWindow last) {
      return last.size();
    }
    if (kind instanceof SlidingTimeWindow sliding) {
      return sliding.size();
    }
    throw new IllegalArgumentException(
        "One of several windows is "
            + kind.described()
            + "; use LastWindows or sliding windows, or add one operator for each window");
  }
}
