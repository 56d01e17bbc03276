package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/**
 * {@code weighted_mean} of rows (value, weight): the sum of value times weight over the sum of the
 * weights; none where the weights sum to zero. Words: these two sums, in plain floating point.
 */
final class WeightedMean extends TwoColumns {
  WeightedMean(ValueType input) {
    super("weighted_mean", input, 2, "value", "weight", Property.COMMUTATIVE, Property.FIXED_SIZE);
  }

  @Override
  void put(double value, double weight, long[] to, int t) {
    to[t] = word(weight + 0.0);
    to[t + 1] = word(value * weight + 0.0);
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
