package dev.finestra.internal.aggregation.statistics;

import dev.finestra.internal.aggregation.base.NamedWordsAggregation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code histogram(low,high,bins)}: the number of values in each of the bins of equal width from
 * low to high, and the numbers of values below, above, and NaN. A bin includes its lower edge and
 * excludes its upper edge; the last bin includes both. With no entries all counts are 0.
 *
 * <p>Words: a count for each bin, then below, above, NaN. Costs: combine O(bins).
 */
final class Histogram extends NamedWordsAggregation.OverDoubles<Map<String, Object>> {
  /** The most bins. */
  static final int MOST = 1_000;

  private final double[] edges;
  private final int bins;

  Histogram(String name, ValueType input, double low, double high, int bins) {
    super(name, input, bins + 3, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
    this.bins = bins;
    this.edges = new double[bins + 1];
    for (int i = 0; i < bins; i++) {
      edges[i] = low + (high - low) * i / bins;
    }
    edges[bins] = high;
  }

  @Override
  protected void put(double value, long[] to, int t) {
    identity(to, t);
    to[t + place(value)] = 1;
  }

  private int place(double value) {
    if (value >= edges[0] && value <= edges[bins]) {
      int near = (int) ((value - edges[0]) / (edges[bins] - edges[0]) * bins);
      int bin = Math.min(near, bins - 1);
      // The division rounds, so the edges decide.
      while (value < edges[bin]) {
        bin--;
      }
      while (bin < bins - 1 && value >= edges[bin + 1]) {
        bin++;
      }
      return bin;
    }
    return value < edges[0] ? bins : value > edges[bins] ? bins + 1 : bins + 2;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    for (int i = 0; i < bins + 3; i++) {
      to[t + i] = older[o + i] + newer[n + i];
    }
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    for (int i = 0; i < bins + 3; i++) {
      to[t + i] = total[o + i] - oldest[n + i];
    }
  }

  @Override
  public Map<String, Object> empty() {
    return lower(new long[bins + 3], 0);
  }

  @Override
  public Map<String, Object> lower(long[] state, int s) {
    List<Long> counts = new ArrayList<>(bins);
    for (int i = 0; i < bins; i++) {
      counts.add(state[s + i]);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("low", edges[0]);
    answer.put("high", edges[bins]);
    answer.put("counts", Collections.unmodifiableList(counts));
    answer.put("below", state[s + bins]);
    answer.put("above", state[s + bins + 1]);
    answer.put("nan", state[s + bins + 2]);
    return Collections.unmodifiableMap(answer);
  }
}
