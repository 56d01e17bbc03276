package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.flink.internal.aggregate.WindowFormat;
import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.internal.host.AlgorithmChange;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyedHost;
import java.util.Arrays;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * Continues the state of a job that had another algorithm or emitted results at other times, or
 * whose results were emitted on changes and had other columns.
 *
 * <p>Costs: reads and writes the state of all keys, and holds the list of keys in memory.
 *
 * @param old the aggregations and windows of that job
 * @param completeness the times that it had reached
 */
record OptionChange(Partials old, Partials partials, Completeness completeness) {

  /**
   * Rewrites the state of all keys of a task.
   *
   * @param isReading whether the state is only read, so that no result is emitted by a timer
   */
  void run(
      AbstractStreamOperator<?> operator,
      String state,
      HeldKeys keys,
      KeyedHost host,
      boolean isReading) {
    WindowFormat before = old.windows();
    WindowFormat now = partials.windows();
    if (now.hasOtherAlgorithm(before)) {
      AlgorithmChange change = keys.changeFrom(before.algorithm());
      for (Object key : FlinkKeys.stored(operator, state)) {
        operator.setCurrentKey(key);
        change.run(key);
      }
    }
    if ((now.hasOtherEmission(before) || hasNewColumns()) && !isReading) {
      for (Object key : FlinkKeys.stored(operator, state)) {
        operator.setCurrentKey(key);
        host.attach(keys.attach());
        changeEmission(host);
      }
    }
  }

  /** Whether results that are emitted on changes have columns that earlier ones lacked. */
  private boolean hasNewColumns() {
    WindowFormat before = old.windows();
    WindowFormat now = partials.windows();
    boolean hasAdded = Arrays.stream(partials.places(old)).anyMatch(place -> place < 0);
    return now.emitsChanges()
        && before.emitsChanges()
        && (hasAdded || !now.windows().equals(before.windows()));
  }

  private void changeEmission(KeyedHost host) {
    WindowFormat before = old.windows();
    WindowFormat now = partials.windows();
    long passed = completeness.passed();
    if (hasNewColumns()) {
      host.emitAnew(passed);
      return;
    }
    if (now.emitsChanges() && before.emitsChanges()) {
      host.changeRate(before.rate(), passed);
      return;
    }
    long emitted = before.emitsChanges() ? WindowGrid.minus(completeness.start(), 1) : passed;
    host.startAfter(passed, emitted, now.emitsWhenPassed() && before.emitsWhenPassed());
  }
}
