package dev.finestra.internal.aggregation.statistics;

import static dev.finestra.aggregation.AggregationForm.ResultUnit.OTHER;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Parameters;
import dev.finestra.internal.aggregation.base.AggregationFamily;

/** Variances and higher moments, the relation of two columns, and the histogram. */
public final class StatisticAggregations extends AggregationFamily {
  public StatisticAggregations() {
    add("var_samp", NUMBERS, OTHER, "the sample variance", Variances::varSamp);
    add("var_pop", NUMBERS, OTHER, "the population variance", Variances::varPop);
    add("stddev_samp", NUMBERS, OTHER, "the sample standard deviation", Variances::stddevSamp);
    add("stddev_pop", NUMBERS, OTHER, "the population standard deviation", Variances::stddevPop);
    add(
        "relative_variation",
        NUMBERS,
        OTHER,
        "stddev_samp divided by the absolute value of the mean",
        Variances::relativeVariation);
    add("skewness", NUMBERS, OTHER, "the population skewness", SkewnessAndKurtosis::skewness);
    add(
        "kurtosis",
        NUMBERS,
        OTHER,
        "the population kurtosis in excess of 3",
        SkewnessAndKurtosis::kurtosis);
    add(
        "covar_samp",
        NUMBERS,
        OTHER,
        "the sample covariance of rows (x, y)",
        Regression::covarSamp);
    add("corr", NUMBERS, OTHER, "the correlation of rows (x, y)", Regression::corr);
    add("regr_slope", NUMBERS, OTHER, "the slope of rows (y, x)", Regression::regrSlope);
    add("weighted_mean", NUMBERS, OTHER, "the mean of rows (value, weight)", WeightedMean::new);
    add(
        new AggregationForm(
            "histogram",
            "histogram(low,high,bins)",
            "histogram(0,100,10)",
            NUMBERS,
            "how many values in each of the bins of equal width from low to high"),
        3,
        StatisticAggregations::histogram);
  }

  private static Aggregation<?> histogram(Parameters name, ValueType input) {
    if (name.count() < 3) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' lacks parameters. Write it as histogram(low,high,bins), such as"
              + " histogram(0,100,10).");
    }
    double low = name.real(0, "low", 0);
    double high = name.real(1, "high", 0);
    int bins = (int) name.whole(2, "the number of bins", 0, 1, Histogram.MOST);
    if (!(low < high)) {
      throw name.unfit("low must be below high");
    }
    if (!((high - low) * (bins - 1) <= Double.MAX_VALUE)) {
      throw name.unfit("low and high are so far apart that the bins' edges overflow");
    }
    return new Histogram(name.toString(), input, low, high, bins);
  }
}
