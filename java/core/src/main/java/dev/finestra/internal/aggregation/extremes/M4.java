package dev.finestra.internal.aggregation.extremes;

import dev.finestra.internal.aggregation.base.KeyWordsAggregation;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code m4}: the first, last, least and greatest value, enough to draw a line chart exactly if the
 * window is as wide as a pixel. With no entries the result is null.
 *
 * <p>Paper: Jugel and others, <em>M4: A Visualization-Oriented Time Series Data Aggregation</em>,
 * without its times. Words: the keys of the least, the greatest, the first, the last; in the
 * identity, the least is above the greatest. NaN is the greatest double.
 */
final class M4 extends KeyWordsAggregation<Map<String, Number>> {
  M4(ValueType input) {
    super("m4", input, new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, 0}, Property.EXACT);
  }

  @Override
  protected void put(long key, long[] to, int t) {
    Arrays.fill(to, t, t + 4, key);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    boolean noOlder = older[o] > older[o + 1];
    boolean noNewer = newer[n] > newer[n + 1];
    long min = Math.min(older[o], newer[n]);
    long max = Math.max(older[o + 1], newer[n + 1]);
    long first = noOlder ? newer[n + 2] : older[o + 2];
    long last = noNewer ? older[o + 3] : newer[n + 3];
    to[t] = min;
    to[t + 1] = max;
    to[t + 2] = first;
    to[t + 3] = last;
  }

  @Override
  public Map<String, Number> lower(long[] state, int s) {
    if (state[s] > state[s + 1]) {
      return null;
    }
    Map<String, Number> answer = new LinkedHashMap<>();
    answer.put("first", value(state[s + 2]));
    answer.put("last", value(state[s + 3]));
    answer.put("min", value(state[s]));
    answer.put("max", value(state[s + 1]));
    return Collections.unmodifiableMap(answer);
  }
}
