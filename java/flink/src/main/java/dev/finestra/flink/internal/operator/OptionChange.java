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
 * @param before the windows of that job
 * @param hasNewColumns whether results that are emitted on changes have columns that earlier ones
 *     lacked
 * @param completeness the times that it had reached
 */
record OptionChange(
    WindowFormat before, WindowFormat now, boolean hasNewColumns, Completeness completeness) {

  static OptionChange of(Partials before, Partials now, Completeness completeness) {
    boolean hasAdded = Arrays.stream(now.places(before)).anyMatch(place -> place < 0);
    boolean hasOtherSizes = !now.windows().windows().equals(before.windows().windows());
    boolean emitChanges = now.windows().emitsChanges() && before.windows().emitsChanges();
    return new OptionChange(
        before.windows(), now.windows(), emitChanges && (hasAdded || hasOtherSizes), completeness);
  }

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
    AlgorithmChange algorithm =
        now.hasOtherAlgorithm(before) ? keys.changeFrom(before.algorithm()) : null;
    boolean changesEmission = (now.hasOtherEmission(before) || hasNewColumns) && !isReading;
    if (algorithm == null && !changesEmission) {
      return;
    }
    // Keys that were rewritten may be in memory only, so the state must be listed before.
    for (Object key : FlinkKeys.stored(operator, state)) {
      operator.setCurrentKey(key);
      if (algorithm != null) {
        algorithm.run(key);
      }
      if (changesEmission) {
        host.attach(keys.attach());
        changeEmission(host);
      }
    }
  }

  private void changeEmission(KeyedHost host) {
    long passed = completeness.passed();
    if (hasNewColumns) {
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
