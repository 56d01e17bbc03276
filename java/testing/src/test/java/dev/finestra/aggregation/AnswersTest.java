package dev.finestra.aggregation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Lift, combine in any grouping, and lower, gives the same result as {@link Naive}. */
class AnswersTest {
  private static final int LISTS = 20;

  @Test
  void shouldEqualNaiveResults() {
    List<Aggregation<?>> all =
        LawsTest.all().stream()
            .filter(a -> !a.name().startsWith("tuple") && !a.name().contains("(long)"))
            .filter(a -> !a.name().contains("(double)") && !a.name().equals("top_k(1)"))
            .toList();
    Trials.run(
        100,
        4_000,
        "times " + LISTS + " lists of each of " + all.size() + " aggregations",
        (seed, only) -> {
          for (Aggregation<?> aggregation : all) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < LISTS; i++) {
              check(aggregation, new Samples(random, aggregation).list(40), random);
            }
          }
        });
  }

  private static void check(
      Aggregation<?> aggregation, List<Object> values, SplittableRandom random) {
    Object expected = Naive.answer(aggregation.name(), aggregation.input(), values);
    Object answer = Folds.atRandom(aggregation, values, random);
    if (values.isEmpty()) {
      assertEquals(expected, aggregation.empty(), aggregation.name() + " of nothing");
      return;
    }
    boolean exact = aggregation.is(Property.EXACT);
    if (!Laws.agree(answer, expected, exact ? -1 : largest(aggregation, values))) {
      throw new AssertionError(
          aggregation.name()
              + " over "
              + aggregation.input()
              + " of "
              + values.stream()
                  .map(v -> v instanceof Object[] row ? Arrays.toString(row) : v.toString())
                  .toList()
              + " is "
              + expected
              + ", not "
              + answer);
    }
  }

  /**
   * The scale of a comparison: for sums, whose values may cancel out, the largest value; for
   * others, the result itself.
   */
  private static double largest(Aggregation<?> aggregation, List<Object> values) {
    boolean sums = aggregation.name().startsWith("sum") || aggregation.name().equals("mean");
    double largest = 0;
    for (Object value : sums ? values : List.of()) {
      double size = Math.abs(((Number) value).doubleValue());
      largest = Math.max(largest, size <= Double.MAX_VALUE ? size : 0);
    }
    return largest;
  }

  @Test
  void shouldOrderTextsAsTheirUtf8() {
    Trials.run(
        1_000,
        10_000,
        "pairs of texts",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          String a = text(random);
          String b = text(random);
          assertTrue(Naive.isOrderOfUtf8(a, b));
          assertEquals(
              Integer.signum(Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8))),
              Integer.signum(ValueConversions.compareTexts(a, b)));
        });
  }

  /** Three code points, none of them a surrogate; those around the surrogates are frequent. */
  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      int codePoint = random.nextInt(4) == 0 ? 'a' : random.nextInt(0xd000, 0x11000);
      boolean surrogate = codePoint >= 0xd800 && codePoint < 0xe000;
      text.appendCodePoint(surrogate ? codePoint + 0x10000 : codePoint);
    }
    return text.toString();
  }

  /** With an offset of 10^9 a mean keeps seven digits of the spread; the test asks for five. */
  @Test
  void shouldSurviveAnOffset() {
    Trials.run(
        20,
        200,
        "lists of 2,000 values with an offset of 10^9",
        (seed, only) -> {
          for (String name : Samples.POWERS) {
            checkAtAnOffset(name, new SplittableRandom(seed));
          }
          checkAtAnOffset("mean", new SplittableRandom(seed));
        });
  }

  private static void checkAtAnOffset(String name, SplittableRandom random) {
    Aggregation<?> aggregation = Aggregations.of(name, ValueType.DOUBLE);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      double x = 1e9 + random.nextDouble() * random.nextDouble();
      double y = -1e9 + random.nextDouble() + (x - 1e9);
      values.add(aggregation.columns() == 2 ? new Object[] {x, y} : (Object) x);
    }
    double expected = (Double) Naive.answer(name, ValueType.DOUBLE, values);
    double answer = (Double) Folds.atRandom(aggregation, values, random);
    assertEquals(expected, answer, 1e-5 * Math.max(1, Math.abs(expected)), name);
  }

  /** Sums in which plain addition gets every digit wrong. */
  @Test
  void shouldCompensateRounding() {
    Trials.run(
        300,
        10_000,
        "lists that cancel out",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          List<Object> values = new ArrayList<>();
          BigDecimal exact = BigDecimal.ZERO;
          double size = 0;
          for (int i = 0; i < 200; i++) {
            double value = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-30, 40));
            values.add(value);
            values.add(random.nextInt(values.size() + 1), -value);
            double rest = random.nextDouble();
            values.add(random.nextInt(values.size() + 1), rest);
            exact = exact.add(new BigDecimal(rest));
            size += 2 * Math.abs(value);
          }
          Aggregation<?> aggregation = Aggregations.of("sum_kahan", ValueType.DOUBLE);
          double answer = (Double) Folds.atRandom(aggregation, values, random);
          double allowed = Math.ulp(exact.doubleValue()) + 600 * Math.scalb(size, -104);
          assertEquals(exact.doubleValue(), answer, allowed);
        });
  }
}
