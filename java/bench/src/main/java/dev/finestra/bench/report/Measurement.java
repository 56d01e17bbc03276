package dev.finestra.bench.report;

import java.util.List;

/**
 * One point of a chart.
 *
 * @param chart the chart's name
 * @param subject the measured subject, such as an algorithm; with the conditions, it names the
 *     series
 * @param conditions the parameters that stay the same along the series
 * @param xName the parameter that varies along the series
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

  /** Whether the other measurement is of the same point, but of any subject. */
  boolean isSamePointOf(Measurement other) {
    return chart.equals(other.chart)
        && conditions.equals(other.conditions)
        && x.equals(other.x)
        && unit.equals(other.unit);
  }
}
