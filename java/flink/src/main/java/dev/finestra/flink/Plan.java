package dev.finestra.flink;

import static java.util.Comparator.reverseOrder;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.util.OutputTag;

/**
 * What a keyed window was asked to be, checked.
 *
 * @param kind which stretches of rows are answered
 * @param spans the windows by name, where there are several
 * @param lateness how long a window is kept after its end
 * @param late where late rows go; null where they are counted only
 * @param emit when results are emitted
 * @param algorithm the algorithm's name
 * @param ttl after how long without rows a key is forgotten; 0 for never
 */
record Plan<T>(
    Kind kind, Spans spans, long lateness, OutputTag<T> late, Emit emit, String algorithm, long ttl)
    implements Serializable {

  /** What a savepoint must have in common with a job that goes on with it. */
  String described() {
    // Names may change, and with them the order, since state has none of them.
    List<Long> longestFirst = spans.sizes().stream().sorted(reverseOrder()).toList();
    String sizes = spans.areSeveral() ? " of sizes " + longestFirst : "";
    return kind.described() + sizes + " by " + algorithm;
  }

  /** Whether the algorithm goes to state as a whole. */
  boolean isWhole(Intake<T> intake) {
    return dev.finestra.Finestra.paged(algorithm, intake.aggregation(), Fit.NoPages.NONE).isWhole();
  }
}
