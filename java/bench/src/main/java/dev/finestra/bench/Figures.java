package dev.finestra.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measured figures: for each metric one value a run. */
public final class Figures {
  private final Map<String, List<Double>> runs = new LinkedHashMap<>();

  public void add(String metric, double value) {
    runs.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
  }

  void addAll(Figures others) {
    others.runs.forEach((metric, values) -> values.forEach(value -> add(metric, value)));
  }

  public Map<String, List<Double>> runs() {
    return Collections.unmodifiableMap(runs);
  }

  public boolean has(String metric) {
    return runs.containsKey(metric);
  }

  /**
   * The median of the runs; of an even number of them, the lower of the two in the middle, which
   * was measured.
   */
  public double median(String metric) {
    List<Double> sorted = new ArrayList<>(runs.get(metric));
    Collections.sort(sorted);
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** As data: the median, the spread, and every run. */
  public Map<String, Object> summary() {
    Map<String, Object> all = new LinkedHashMap<>();
    runs.forEach(
        (metric, values) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("median", median(metric));
          one.put("min", Collections.min(values));
          one.put("max", Collections.max(values));
          one.put("runs", values);
          all.put(metric, one);
        });
    return all;
  }
}
