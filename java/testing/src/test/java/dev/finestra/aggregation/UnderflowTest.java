package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Statistics of the smallest doubles, and around a mean of zero. */
class UnderflowTest {
  private static final List<String> SCALE_FREE =
      List.of("skewness", "kurtosis", "corr", "regr_slope");

  private static Object answer(String algorithm, String name, ValueType input, Object... values) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, name, input);
    for (int i = 0; i < values.length; i++) {
      window.insert(i, values[i]);
    }
    return window.query();
  }

  @Test
  void shouldHaveNoRelativeVariationAroundAMeanOfZero() {
    for (String algorithm : List.of("b_fiba2", "daba", "recalculate", "reactive")) {
      assertNull(
          answer(algorithm, "relative_variation", ValueType.LONG, 7, 11, -13, -5), algorithm);
    }
    Aggregation<?> aggregation = Aggregations.of("relative_variation", ValueType.LONG);
    Trials.run(
        2_000,
        100_000,
        "lists of longs that sum up to zero, and to one",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          List<Object> values = new ArrayList<>();
          long sum = 0;
          long most = 1L << random.nextInt(4, 25);
          for (int i = random.nextInt(1, 40); i > 0; i--) {
            long value = random.nextLong(-most, most);
            values.add(value);
            sum += value;
          }
          values.add(-sum);
          Collections.shuffle(values, new Random(seed));
          assertNull(Folds.atRandom(aggregation, values, random), values.toString());
          values.add(1L);
          assertNotNull(Folds.atRandom(aggregation, values, random), values.toString());
        });
  }

  @Test
  void shouldAnswerNoNumberWherePowersHaveLostDigits() {
    assertEquals(
        Double.NaN, answer("daba", "kurtosis", ValueType.DOUBLE, 1e-100, 2e-100, 4e-100, 9e-100));
    assertEquals(Double.NaN, answer("daba", "skewness", ValueType.DOUBLE, 1e-110, 2e-110, 9e-110));
    Object[][] small = {{1e-150, 1e-150}, {2e-150, 3e-150}, {4e-150, 2e-150}};
    assertEquals(Double.NaN, answer("daba", "corr", ValueType.DOUBLE, (Object[]) small));
    assertEquals(Double.NaN, answer("daba", "regr_slope", ValueType.DOUBLE, (Object[]) small));
    Object[][] none = {{1e-200, 1e-200}, {2e-200, 3e-200}, {4e-200, 2e-200}};
    assertNull(answer("daba", "corr", ValueType.DOUBLE, (Object[]) none));
  }

  /**
   * A statistic that does not depend on the unit gives the same result at any scale, or no number.
   */
  @Test
  void shouldNotDependOnTheScaleWhereItAnswersANumber() {
    Trials.run(
        500,
        20_000,
        "lists of values, each at two scales",
        (seed, only) -> {
          for (String name : SCALE_FREE) {
            SplittableRandom random = new SplittableRandom(seed);
            Aggregation<?> aggregation = Aggregations.of(name, ValueType.DOUBLE);
            int scale = random.nextInt(-560, 1);
            List<Object> values = new ArrayList<>();
            List<Object> scaled = new ArrayList<>();
            for (int i = random.nextInt(2, 12); i > 0; i--) {
              double x = random.nextInt(0, 64);
              double y = random.nextInt(0, 64);
              boolean row = aggregation.columns() == 2;
              values.add(row ? new Object[] {x, y} : (Object) x);
              double sx = Math.scalb(x, scale);
              double sy = Math.scalb(y, scale);
              scaled.add(row ? new Object[] {sx, sy} : (Object) sx);
            }
            Object large = Folds.atRandom(aggregation, values, new SplittableRandom(seed));
            Object small = Folds.atRandom(aggregation, scaled, new SplittableRandom(seed));
            if (small instanceof Double number && !number.isNaN()) {
              assertEquals((Double) large, number, 1e-9, name + " at 2^" + scale);
            }
          }
        });
  }
}
