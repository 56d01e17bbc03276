package dev.finestra.internal.aggregation.statistics;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.TwoColumnAggregation;

/**
 * {@code weighted_mean} of rows (value, weight): the sum of value times weight, divided by the sum
 * of the weights. With no entries, and if the weights sum to zero, the result is null.
 *
 * <p>Words: these two sums, in plain floating point. A row with a null column is skipped.
 */
final class WeightedMean extends TwoColumnAggregation<Double> {
  WeightedMean(ValueType input) {
    super("weighted_mean", input, 2, "value", "weight", Property.COMMUTATIVE);
  }

  @Override
  protected void put(Object value, Object weight, long[] to, int t) {
    double x = number(value);
    double w = number(weight);
    to[t] = word(w + 0.0);
    to[t + 1] = word(x * w + 0.0);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    to[t] = word(real(older[o]) + real(newer[n]));
    to[t + 1] = word(real(older[o + 1]) + real(newer[n + 1]));
  }

  @Override
  public Double lower(long[] state, int s) {
    double weights = real(state[s]);
    return weights == 0 ? null : (Double) (real(state[s + 1]) / weights);
  }
}
