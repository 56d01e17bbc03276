package dev.finestra.internal.aggregation.numbers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.testing.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link Logarithm} against StrictMath, whose error is below 1 ulp. */
class LogarithmTest {

  @Test
  void shouldBeWithinTwoUlpsOfStrictMath() {
    Trials.run(
        20_000,
        1_000_000,
        "logarithms and powers",
        (seed, only) -> check(new SplittableRandom(seed)));
  }

  private static void check(SplittableRandom random) {
    checkLog(Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE));
    checkLog(1 + (random.nextDouble() - 0.5) * Math.scalb(1.0, -random.nextInt(52)));
    double border = 1 + (2 * random.nextInt(128) + 1) / 256.0;
    checkLog(Math.scalb(border + random.nextInt(-2, 3) * Math.ulp(1.0), random.nextInt(-9, 9)));
    checkPower((random.nextDouble() - 0.5) * 1500);
    checkPower((random.nextDouble() - 0.5) * Math.scalb(1.0, -random.nextInt(60)));
    checkPower((random.nextInt(-128, 128) + 0.5) * Math.log(2) / 128);
  }

  private static void checkLog(double x) {
    checkClose(StrictMath.log(x), Logarithm.of(x), "log " + x);
  }

  private static void checkPower(double y) {
    checkClose(StrictMath.exp(y), Logarithm.inverse(y), "exp " + y);
  }

  private static void checkClose(double expected, double actual, String what) {
    if (Double.isNaN(expected) || Double.isInfinite(expected)) {
      assertEquals(expected, actual, what);
    } else {
      assertTrue(
          Math.abs(expected - actual) <= 2 * Math.ulp(expected),
          () -> what + " is " + expected + ", not " + actual);
    }
  }

  @Test
  void shouldBeExactWhereMathIs() {
    for (double x :
        new double[] {0, -0.0, 1, -1, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE}) {
      assertEquals(Math.log(x), Logarithm.of(x), "log " + x);
      assertEquals(Math.exp(x), Logarithm.inverse(x), "exp " + x);
    }
    for (int k = Double.MIN_EXPONENT; k <= Double.MAX_EXPONENT; k++) {
      assertEquals(StrictMath.log(Math.scalb(1.0, k)), Logarithm.of(Math.scalb(1.0, k)), "2^" + k);
    }
  }

  @Test
  void shouldFoldAndMakeSuffixesAsCombinesDo() {
    Trials.run(
        2_000, 100_000, "bulks of geomean", (seed, only) -> bulks(new SplittableRandom(seed)));
  }

  private static void bulks(SplittableRandom random) {
    Geomean f = new Geomean(Aggregation.ValueType.DOUBLE);
    int count = random.nextInt(6);
    long[] values = new long[2 * count + 2];
    for (int i = 0; i <= count; i++) {
      f.lift(random.nextDouble() * random.nextInt(100), values, 2 * i);
    }
    long[] folded = new long[2];
    f.lift(random.nextDouble(), folded, 0);
    long[] one = folded.clone();
    f.fold(values, 0, count, folded, 0);
    for (int i = 0; i < count; i++) {
      f.combine(one, 0, values, 2 * i, one, 0);
    }
    assertEquals(f.lower(one, 0), f.lower(folded, 0));
    long[] suffixes = values.clone();
    f.suffixes(suffixes, 0, count, values, 2 * count, suffixes, 0);
    long[] suffix = {values[2 * count], values[2 * count + 1]};
    for (int i = count - 1; i >= 0; i--) {
      f.combine(values, 2 * i, suffix, 0, suffix, 0);
      assertEquals(f.lower(suffix, 0), f.lower(suffixes, 2 * i), "suffix " + i + " of " + count);
    }
  }
}
