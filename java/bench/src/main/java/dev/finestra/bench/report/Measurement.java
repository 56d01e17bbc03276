package dev.finestra.bench.report;

import java.util.List;

/**
 * One point of a chart.
 *
 * @param chart which chart
 * @param subject who is measured, such as an algorithm; with the conditions, it names the series
 * @param conditions what stays the same along the series
 * @param xName what varies along the series
 * @param x its value: a number, or a word
 * @param unit of y
 * @param runs y of each run
 */
public record Measurement(
    String chart,
    String subject,
    String conditions,
    String xName,
    Object x,
    String unit,
    List<Double> runs) {

  double y() {
    return RunFigures.median(runs);
  }

  /** Whether the other is the same point of another subject. */
  boolean isSamePointOf(Measurement other) {
    return chart.equals(other.chart)
        && conditions.equals(other.conditions)
        && x.equals(other.x)
        && unit.equals(other.unit);
  }
}
