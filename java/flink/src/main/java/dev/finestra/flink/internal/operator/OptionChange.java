package dev.finestra.flink.internal.operator;

import dev.finestra.flink.internal.aggregate.WindowFormat;
import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.windowing.WindowGrid;
import dev.finestra.windowing.internal.host.AlgorithmChange;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyedHost;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * Continues the state of a job that had another algorithm or emitted results at other times.
 *
 * <p>Costs: reads and writes the state of all keys, and holds the list of keys in memory.
 *
 * @param before the windows of that job
 * @param completeness the times that it had reached
 */
record OptionChange(WindowFormat before, WindowFormat now, Completeness completeness) {

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
    if (now.hasOtherAlgorithm(before)) {
      AlgorithmChange change = keys.changeFrom(before.algorithm());
      for (Object key : FlinkKeys.stored(operator, state)) {
        operator.setCurrentKey(key);
        change.run(key);
      }
    }
    if (now.hasOtherEmission(before) && !isReading) {
      for (Object key : FlinkKeys.stored(operator, state)) {
        operator.setCurrentKey(key);
        host.attach(keys.attach());
        changeEmission(host);
      }
    }
  }

  private void changeEmission(KeyedHost host) {
    long passed = completeness.passed();
    if (now.emitsChanges() && before.emitsChanges()) {
      host.changeRate(before.rate(), passed);
      return;
    }
    long emitted = before.emitsChanges() ? WindowGrid.minus(completeness.start(), 1) : passed;
    host.startAfter(passed, emitted, now.emitsWhenPassed() && before.emitsWhenPassed());
  }
}
