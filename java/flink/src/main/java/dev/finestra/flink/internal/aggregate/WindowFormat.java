package dev.finestra.flink.internal.aggregate;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowRequest;
import java.io.Serializable;

/**
 * What the state of windows depends on, besides the aggregations.
 *
 * @param description the kind of windows and the algorithm, as text
 * @param family the same without what a job may change
 * @param longest the size of the longest window; 0 if it is not known
 * @param isWhole whether a window is stored as a whole, with accumulators among its bytes
 * @param hasPanes whether rows of a slide may share an entry
 */
public record WindowFormat(
    String description, String family, long longest, boolean isWhole, boolean hasPanes)
    implements Serializable {

  static WindowFormat of(WindowRequest request) {
    return new WindowFormat(
        request.described(),
        request.family(),
        request.allSizes().stream().mapToLong(size -> size).max().orElse(0),
        SlidingWindows.algorithm(request.algorithm()).is(Trait.WHOLE_ON_PAGES),
        request.kind() instanceof SlidingTimeWindow);
  }

  /** The format that a savepoint describes. */
  public static WindowFormat stored(String description, String family, long longest) {
    return new WindowFormat(description, family, longest, false, false);
  }

  /** The format if the operator also keeps all rows. */
  WindowFormat withChanges() {
    String changes = " with changes";
    return new WindowFormat(description + changes, family + changes, longest, isWhole, hasPanes);
  }
}
