package dev.finestra.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of one point: for each metric, one value per run. */
public final class RunFigures {
  private static final Map<String, String> UNITS =
      Map.of(
          "items_per_s", "items/s",
          "events_per_s", "events/s",
          "events_per_s_of_wall", "events/s of wall clock",
          "p99_9_ms", "p99.9 ms",
          "checkpoint_ms", "ms per checkpoint",
          "checkpoint_bytes", "bytes of state per checkpoint",
          "checkpointed_bytes", "bytes written per checkpoint");

  private final Map<String, List<Double>> runs = new LinkedHashMap<>();

  public void add(String metric, double value) {
    runs.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
  }

  public void addAll(RunFigures others) {
    others.runs.forEach((metric, values) -> values.forEach(value -> add(metric, value)));
  }

  public Map<String, List<Double>> runs() {
    return Collections.unmodifiableMap(runs);
  }

  public boolean has(String metric) {
    return runs.containsKey(metric);
  }

  public double median(String metric) {
    return median(runs.get(metric));
  }

  /** The median; of an even number of values, the lower of the two in the middle. */
  static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** A metric's unit, such as {@code items/s} for {@code items_per_s}. */
  static String unit(String metric) {
    return UNITS.getOrDefault(metric, metric.replace('_', ' '));
  }

  /** A metric and a value on each line, for {@link MeasuringJvm}. */
  public void print() {
    runs.forEach((metric, all) -> all.forEach(value -> System.out.println(metric + " " + value)));
  }
}
