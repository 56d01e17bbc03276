package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.BuiltInAggregations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Accepted values, rejected values with their messages, and results at the limits. */
class LiftTest {
  private static SlidingWindow<Object> window(String name, ValueType input, Object... values) {
    SlidingWindow<Object> window = SlidingWindows.of("recalculate", name, input);
    for (int i = 0; i < values.length; i++) {
      window.insert(i, values[i]);
    }
    return window;
  }

  private static Object answer(String name, ValueType input, Object... values) {
    return window(name, input, values).query();
  }

  private static String refusal(String name, ValueType input, Object value) {
    return assertThrows(
            IllegalArgumentException.class, () -> answer(name, input, new Object[] {value}))
        .getMessage();
  }

  @Test
  void shouldTakeEveryWholeNumberAsALong() {
    Object[] ones = {
      1L, 1, (short) 1, (byte) 1, 1.0, 1f, BigInteger.ONE, BigDecimal.ONE, new AtomicLong(1)
    };
    assertEquals((long) ones.length, answer("sum", ValueType.LONG, ones));
    assertEquals(Long.MIN_VALUE, answer("sum", ValueType.LONG, -0x1p63));
  }

  @Test
  void shouldRefuseToLosePartOfANumber() {
    Object[] lossy = {
      2.5, Double.NaN, 0x1p63, 1e300, BigInteger.ONE.shiftLeft(63), new BigDecimal("0.5")
    };
    for (Object value : lossy) {
      assertEquals(
          "'sum' aggregates longs, and "
              + value
              + " is not a whole number of 64 bits. Make it for doubles to accept fractions.",
          refusal("sum", ValueType.LONG, value));
    }
  }

  @Test
  void shouldRefuseValuesOfAnotherType() {
    assertEquals(
        "'max' aggregates longs and cannot accept 'x' (a String).",
        refusal("max", ValueType.LONG, "x"));
    assertEquals(
        "'count' aggregates strings and cannot accept '5' (a Long).",
        refusal("count", ValueType.STRING, 5L));
    assertEquals(
        "'sum' aggregates longs and cannot accept a row of 2 columns.",
        refusal("sum", ValueType.LONG, new Object[] {1, 2}));
    for (Aggregation<?> aggregation : LawsTest.all()) {
      Object wrong = aggregation.input() == ValueType.STRING ? (Object) 1L : "text";
      assertThrows(
          IllegalArgumentException.class,
          () -> GuardedWords.objects(aggregation).lift(wrong),
          aggregation.name());
    }
  }

  /** All overloads of insert give the same result. */
  @Test
  void shouldTakePrimitivesAsItTakesObjects() {
    for (Aggregation<?> aggregation : LawsTest.all()) {
      if (aggregation.columns() > 1 || aggregation.input() == ValueType.STRING) {
        continue;
      }
      String name = aggregation.name();
      ValueType input = aggregation.input();
      for (long value : new long[] {0, 1, -1, 5, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53}) {
        SlidingWindow<Object> primitive = window(name, input);
        primitive.insert(1, value);
        SlidingWindow<Object> bulk = window(name, input);
        bulk.bulkInsert(new long[] {1}, new long[] {value}, 0, 1);
        SlidingWindow<Object> boxed = window(name, input);
        boxed.insert(1, (Object) value);
        assertTrue(Arrays.equals(boxed.snapshot(), primitive.snapshot()), name + value);
        assertTrue(Arrays.equals(boxed.snapshot(), bulk.snapshot()), name + value);
        if ((long) (double) value == value && value != Long.MAX_VALUE) {
          SlidingWindow<Object> real = window(name, input);
          real.insert(1, (double) value);
          assertTrue(Arrays.equals(boxed.snapshot(), real.snapshot()), name + value);
        }
      }
    }
  }

  @Test
  void shouldSkipNulls() {
    for (AggregationForm form : new BuiltInAggregations().forms()) {
      for (ValueType input : form.inputs()) {
        Object empty = Aggregations.of(form.example(), input).empty();
        assertEquals(empty, answer(form.example(), input, (Object) null), form.name());
      }
    }
    for (String name : List.of("corr", "covar_samp", "weighted_mean", "arg_min", "arg_max")) {
      Object[] half = {1, null};
      assertEquals(null, answer(name, ValueType.LONG, new Object[] {half}), name);
    }
  }

  @Test
  void shouldTakeTruthValues() {
    assertEquals(true, answer("bool_and", ValueType.LONG, true, 1, -3L));
    assertEquals(false, answer("bool_and", ValueType.LONG, true, 0));
    assertEquals(false, answer("bool_or", ValueType.LONG, false, 0));
    assertEquals(true, answer("bool_or", ValueType.LONG, false, 7));
  }

  @Test
  void shouldRefuseOverflowInLowerOnly() {
    SlidingWindow<Object> sum = window("sum", ValueType.LONG, Long.MAX_VALUE, 1);
    assertEquals(
        "The sum is 9223372036854775808, which exceeds 64 bits. Use sum over doubles, or"
            + " sum_wrapping.",
        assertThrows(ArithmeticException.class, sum::query).getMessage());
    assertThrows(ArithmeticException.class, sum::queryLong);
    sum.insert(5, -2);
    assertEquals(Long.MAX_VALUE - 1, sum.query());
    assertEquals(Long.MIN_VALUE, answer("sum_wrapping", ValueType.LONG, Long.MAX_VALUE, 1));
    SlidingWindow<Object> product = window("product", ValueType.LONG, 1L << 40, 1L << 40);
    assertThrows(ArithmeticException.class, product::query);
    product.insert(5, 0);
    assertEquals(0L, product.query());
    SlidingWindow<Object> range = window("range", ValueType.LONG, Long.MIN_VALUE, Long.MAX_VALUE);
    assertThrows(ArithmeticException.class, range::query);
  }

  @Test
  void shouldOrderDoubles() {
    assertEquals(-0.0, answer("min", ValueType.DOUBLE, 0.0, -0.0));
    assertEquals(0.0, answer("max", ValueType.DOUBLE, -0.0, 0.0));
    assertEquals(Double.NaN, answer("max", ValueType.DOUBLE, Double.POSITIVE_INFINITY, Double.NaN));
    assertEquals(
        Double.NEGATIVE_INFINITY,
        answer("min", ValueType.DOUBLE, Double.NaN, Double.NEGATIVE_INFINITY));
    assertEquals(Double.NaN, answer("min", ValueType.DOUBLE, Double.NaN));
    assertEquals(
        List.of(-0.0, 0.0, Double.NaN),
        answer("collect_distinct", ValueType.DOUBLE, Double.NaN, 0.0, -0.0, -Double.NaN));
  }

  @Test
  void shouldPickTheOldestOfEqualRows() {
    Object[][] rows = {{1, 5}, {2, 3}, {3, 3}, {4, 5}};
    assertEquals(2L, answer("arg_min", ValueType.LONG, (Object[]) rows));
    assertEquals(1L, answer("arg_max", ValueType.LONG, (Object[]) rows));
    Object[][] texts = {{"a", 0.5}, {"b", Double.NaN}, {"c", 9}};
    assertEquals("a", answer("arg_min", ValueType.STRING, (Object[]) texts));
    assertEquals("b", answer("arg_max", ValueType.STRING, (Object[]) texts));
    Object[][] mixed = {{1, 0.5}, {2, 0.25}};
    assertEquals(2L, answer("arg_min(double)", ValueType.LONG, (Object[]) mixed));
    assertThrows(
        IllegalArgumentException.class, () -> answer("arg_min", ValueType.LONG, (Object[]) mixed));
  }

  @Test
  void shouldAnswerStructures() {
    assertEquals(
        "{first=3, last=2, min=1, max=9}",
        String.valueOf(answer("m4", ValueType.LONG, 3, 9, 1, 2)));
    assertEquals(
        Map.of(
            "low",
            0.0,
            "high",
            1.0,
            "counts",
            List.of(1L, 0L, 0L, 2L),
            "below",
            1L,
            "above",
            0L,
            "nan",
            1L),
        answer("histogram(0,1,4)", ValueType.DOUBLE, 0, 1, 0.75, -1, Double.NaN));
    assertEquals(List.of(9L, 3L), answer("top_k(2)", ValueType.LONG, 3, 9, 1, 2));
  }

  /** An edge belongs to the bin above it, however the division rounds. */
  @Test
  void shouldPutEdgesIntoTheBinAbove() {
    for (int bins = 1; bins <= 200; bins++) {
      ObjectAggregation<Object, ?> monoid =
          GuardedWords.objects(Aggregations.of("histogram(-1,2," + bins + ")", ValueType.DOUBLE));
      for (int i = 0; i <= bins; i++) {
        double edge = i == bins ? 2 : -1 + 3.0 * i / bins;
        assertEquals(Math.min(i, bins - 1), bin(monoid, edge), edge + " of " + bins);
        if (i > 0) {
          assertEquals(i - 1, bin(monoid, Math.nextDown(edge)), "below " + edge + " of " + bins);
        }
      }
    }
  }

  private static int bin(ObjectAggregation<Object, ?> histogram, double value) {
    Map<?, ?> answer = (Map<?, ?>) histogram.lower(histogram.lift(value));
    return ((List<?>) answer.get("counts")).indexOf(1L);
  }

  private static String taking(String name, ValueType input, Object oldest, Object newest) {
    ObjectAggregation<Object, ?> monoid = GuardedWords.objects(Aggregations.of(name, input));
    Object first = monoid.lift(oldest);
    Object total = monoid.combine(first, monoid.lift(newest));
    return assertThrows(ArithmeticException.class, () -> monoid.uncombine(total, first))
        .getMessage();
  }

  @Test
  void shouldNameTheValueThatCannotBeRemoved() {
    String fits = " Use an algorithm that needs no inverse, such as b_fiba4 or two_stacks.";
    assertEquals(
        "Cannot remove 5 from a product that is 0.0 (geomean over longs)." + fits,
        taking("geomean", ValueType.LONG, 5, 0));
    assertEquals(
        "Cannot remove 0.1 from a product that is NaN (geomean over doubles)." + fits,
        taking("geomean", ValueType.DOUBLE, 0.1, -1.0));
    assertEquals(
        "Cannot remove 1000000007 from a product that is NaN (geomean over longs)." + fits,
        taking("geomean", ValueType.LONG, 1_000_000_007, -1));
    assertEquals(
        "Cannot remove a negative number or NaN from a product that is NaN (geomean over longs)."
            + fits,
        taking("geomean", ValueType.LONG, -3, 2));
    assertEquals(
        "Cannot remove 1.0E308 from a sum that is Infinity (sum over doubles)." + fits,
        taking("sum", ValueType.DOUBLE, 1e308, 1e308));
  }

  @Test
  void shouldRejectInversesThatFloatingPointCannotCompute() {
    for (String name : List.of("sum", "sum_kahan", "mean", "geomean")) {
      ObjectAggregation<Object, ?> monoid =
          GuardedWords.objects(Aggregations.of(name, ValueType.DOUBLE));
      List<Object> states = new ArrayList<>();
      for (double value : new double[] {Double.POSITIVE_INFINITY, 1.0}) {
        states.add(monoid.lift(value));
      }
      Object total = monoid.combine(states.get(0), states.get(1));
      assertThrows(ArithmeticException.class, () -> monoid.uncombine(total, states.get(0)), name);
      assertEquals(
          monoid.lower(states.get(1)),
          monoid.lower(
              monoid.uncombine(monoid.combine(states.get(1), states.get(1)), states.get(1))),
          name);
    }
  }
}
