package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.AggregationForm;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Operation.ValueForm;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input is rejected with a message that says what was given and what fits. */
class BadInputTest {
  static Stream<String> all() {
    return Subjects.algorithms().stream().map(Algorithm::name);
  }

  static Stream<String> withoutInverse() {
    return Subjects.algorithms().stream()
        .filter(algorithm -> !algorithm.is(Trait.NEEDS_INVERSE))
        .map(Algorithm::name);
  }

  private static Contract<Long> filled(String algorithm) {
    Contract<Long> contract =
        new Contract<>(SlidingWindows.algorithm(algorithm), TestAggregation.AFFINE, true);
    contract.apply(
        Operation.with(
            Kind.BULK_INSERT, new long[] {1, 5, 5, 9}, new long[] {3, 4, 5, 6}, ValueForm.LONG));
    return contract;
  }

  /** Expects an exception whose message has all these words. */
  private static void refuses(
      Class<? extends RuntimeException> type, Executable action, String... words) {
    String message = assertThrows(type, action).getMessage();
    for (String word : words) {
      assertTrue(message.contains(word), message + "\n\tdoes not say: " + word);
    }
  }

  // Names.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b_fiba | Unknown algorithm | b_fiba",
        "fibaa4 | Unknown algorithm | b_fiba4",
        "B_FIBA4 | Unknown algorithm | fiba",
        "two_stack | Unknown algorithm | two_stacks",
        "recalc | Unknown algorithm | recalculate",
        "b_fiba1 | arity | from 2 to 64",
        "b_fiba65 | arity | from 2 to 64",
        "nb_fiba0 | arity | from 2 to 64",
        "btree99999999999999999999 | arity | from 2 to 64",
        "b_fiba04 | without leading zeros | b_fiba4",
        "fiba(3) | 'fiba' takes no parameters | b_fiba3",
        "b_fiba(8) | takes no parameters | b_fiba8",
        "nb_fiba4(99) | takes no parameters | nb_fiba4",
        "btree(a,b) | takes no parameters | btree4",
        "subwindow(010) | whole number above zero | subwindow(010)",
        "subwindow(+10) | whole number above zero | subwindow(60)",
        "slicing(daba,010) | width above zero | slicing(b_fiba4,60000)",
        "reorder(slicing(daba_lite,10),5) | only when it leaves | slicing(reorder(daba_lite,5),10)",
        "reorder(slicing(slicing(daba,2),4),5) | only when it leaves |"
            + " slicing(slicing(reorder(daba,5),2),4)",
        "slicing(slicing(b_fiba4,10),15) | rounds times to multiples of 10 | multiple of 10",
        "slicing(subwindow(10),15) | rounds times to multiples of 10 | multiple of 10",
        "daba(3) | takes no parameters | daba(3)",
        "subwindow(0) | whole number above zero | subwindow(0)",
        "subwindow(-5) | whole number above zero | subwindow(-5)",
        "subwindow(x) | whole number above zero | subwindow(x)",
        "subwindow(1,2) | whole number above zero | subwindow(1,2)",
        "subwindow(99999999999999999999) | whole number above zero | subwindow(9999",
        "b_fiba4( | malformed | character",
        "b_fiba4) | malformed | character",
        "(b_fiba4) | malformed | character",
        "() | malformed | character",
      })
  void shouldRefuseAlgorithmNames(String name, String wrong, String fits) {
    refuses(
        IllegalArgumentException.class,
        () -> SlidingWindows.of(name.strip(), "sum_wrapping"),
        wrong.strip(),
        fits.strip());
    refuses(
        IllegalArgumentException.class,
        () -> SlidingWindows.algorithm(name.strip()),
        wrong.strip(),
        fits.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "maxx | max",
        "SUM | Did you mean 'sum',",
        "avg | Did you mean 'mean',",
        "top_k(010) | whole number",
        "histogram(0d,1,2) | must be a number such as 0.5, not 0d",
        "histogram(0,0x1p3,2) | must be a number such as 0.5, not 0x1p3",
        "sum_wraping | sum_wrapping",
        "average | Unknown aggregation",
        "max( | malformed",
        "tuple(max,(sum)) | malformed",
      })
  void shouldRefuseAggregationNames(String name, String says) {
    refuses(
        IllegalArgumentException.class,
        () -> SlidingWindows.of("recalculate", name.strip()),
        says.strip());
  }

  @Test
  void shouldRefuseEmptyAndHugeNames() {
    String huge = "x".repeat(1 << 20);
    String deep = "tuple(".repeat(1_000) + "max" + ")".repeat(1_000);
    refuses(IllegalArgumentException.class, () -> SlidingWindows.of("", "max"), "name");
    refuses(IllegalArgumentException.class, () -> SlidingWindows.of(" ", "max"), "name");
    refuses(IllegalArgumentException.class, () -> SlidingWindows.of("daba", ""), "name");
    refuses(
        IllegalArgumentException.class, () -> SlidingWindows.of(huge, "max"), "4096", "1048576");
    refuses(IllegalArgumentException.class, () -> SlidingWindows.of("daba", huge), "4096");
    refuses(IllegalArgumentException.class, () -> SlidingWindows.of("daba", deep), "4096");
    refuses(
        IllegalArgumentException.class,
        () -> SlidingWindows.of("daba", deep.substring(6 * 900, deep.length() - 900)),
        "deep");
    String sentence =
        assertThrows(
                IllegalArgumentException.class, () -> SlidingWindows.of("y".repeat(4_000), "max"))
            .getMessage();
    assertTrue(sentence.length() < 500, "a sentence, not " + sentence.length() + " characters");
  }

  @Test
  void shouldRefuseNulls() {
    assertThrows(RuntimeException.class, () -> SlidingWindows.of(null, "max"));
    assertThrows(RuntimeException.class, () -> SlidingWindows.of("daba", (String) null));
    assertThrows(RuntimeException.class, () -> SlidingWindows.of("daba", "max", null));
  }

  /** The message about an unfit pair names pairs that fit. */
  @Test
  void shouldRefuseUnfitPairsWithNamesThatFit() {
    int unfit = 0;
    for (Algorithm algorithm : Subjects.algorithms()) {
      for (TestAggregation<?> kind : TestAggregation.ALL) {
        if (Subjects.fits(algorithm, kind, false)) {
          continue;
        }
        unfit++;
        String message =
            assertThrows(
                    IllegalArgumentException.class,
                    () ->
                        Subjects.window(
                            algorithm.name(),
                            kind.aggregation(false, new dev.finestra.testing.monoid.Probe())))
                .getMessage();
        List<String> named =
            Arrays.asList(message.substring(message.indexOf("these fit: ") + 11).split(", "));
        List<String> fitting =
            Subjects.usual().stream()
                .filter(a -> Subjects.fits(a, kind, false))
                .map(Algorithm::name)
                .toList();
        assertEquals(fitting, named, message);
      }
    }
    assertTrue(unfit > 0, "subtract_on_evict at least does not fit all");
    refuses(
        IllegalArgumentException.class,
        () -> SlidingWindows.of("subtract_on_evict", "max"),
        "subtract_on_evict",
        "max",
        "no inverse",
        "two_stacks");
  }

  // Bulks and values.

  @ParameterizedTest
  @MethodSource("all")
  void shouldRefuseIndicesOutOfRange(String algorithm) {
    Contract<Long> contract = filled(algorithm);
    SlidingWindow<Long> window = contract.window();
    int[][] wrong = {
      {-1, 2}, {2, 1}, {0, 4}, {3, 5}, {Integer.MIN_VALUE, 0}, {0, Integer.MAX_VALUE}, {-1, -1}
    };
    long[] times = {20, 21, 22};
    for (int[] w : wrong) {
      String[] words = {String.valueOf(w[0]), String.valueOf(w[1]), "3 times"};
      Class<IndexOutOfBoundsException> type = IndexOutOfBoundsException.class;
      refuses(type, () -> window.bulkInsert(times, new long[9], w[0], w[1]), words);
      refuses(type, () -> window.bulkInsert(times, new double[9], w[0], w[1]), words);
      refuses(type, () -> window.bulkInsert(times, new Object[9], w[0], w[1]), words);
    }
    refuses(
        IndexOutOfBoundsException.class,
        () -> window.bulkInsert(times, new long[2], 0, 3),
        "2 values");
    contract.compareAll();
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldRefuseNullArraysAndSkipNullValues(String algorithm) {
    Contract<Long> contract = filled(algorithm);
    SlidingWindow<Long> window = contract.window();
    assertThrows(NullPointerException.class, () -> window.bulkInsert(null, new long[1], 0, 1));
    assertThrows(
        NullPointerException.class, () -> window.bulkInsert(new long[1], (long[]) null, 0, 1));
    assertThrows(
        NullPointerException.class, () -> window.bulkInsert(new long[1], (double[]) null, 0, 1));
    assertThrows(
        NullPointerException.class, () -> window.bulkInsert(new long[1], (Object[]) null, 0, 1));
    assertThrows(NullPointerException.class, () -> window.merge(null));
    assertThrows(RuntimeException.class, () -> window.restore(null));
    window.insert(20, (Object) null);
    window.insert(-20, (Object) null);
    window.bulkInsert(new long[] {30, 31, 31}, new Object[] {null, null, null}, 0, 3);
    window.bulkInsert(new long[0], new long[0], 0, 0);
    window.bulkInsert(new long[] {3, 2, 1}, new long[3], 3, 3);
    contract.compareAll();
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldRefuseValuesThatDoNotFitAndStayAsItWas(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    window.insert(1, 10L);
    for (Object wrong : new Object[] {"ten", 1.5, new Object[] {1L}, List.of(), 'c'}) {
      refuses(IllegalArgumentException.class, () -> window.insert(2, wrong), "sum_wrapping");
      refuses(
          IllegalArgumentException.class,
          () -> window.bulkInsert(new long[] {2, 3}, new Object[] {1L, wrong}, 0, 2),
          "sum_wrapping");
      window.checkInvariants();
      assertEquals(10L, window.query());
      assertEquals(1, window.size());
    }
    window.insert(2, (Object) 5);
    assertEquals(15L, window.query());
  }

  /** Also if partial results are objects, and a value of the same time is there. */
  @ParameterizedTest
  @MethodSource("withoutInverse")
  void shouldStayAsItWasWhenAnObjectIsNotMade(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "count_distinct");
    window.insert(1, 10L);
    window.insert(1, 11L);
    for (long time = 1; time <= 2; time++) {
      long at = time;
      refuses(IllegalArgumentException.class, () -> window.insert(at, "ten"), "count_distinct");
      window.checkInvariants();
      assertEquals(2L, window.query());
    }
    window.insert(1, 12L);
    assertEquals(3L, window.query());
  }

  /** Also in a bulk larger than one chunk. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldStayAsItWasWhenTheLastOfABulkDoesNotFit(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    window.insert(-1, 10L);
    int count = 40_000;
    long[] times = new long[count];
    double[] doubles = new double[count];
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      times[i] = i / 2;
      values[i] = 1L;
    }
    values[count - 1] = "ten";
    doubles[count - 1] = 1.5;
    Class<IllegalArgumentException> type = IllegalArgumentException.class;
    refuses(type, () -> window.bulkInsert(times, values, 0, count), "sum_wrapping", "ten");
    refuses(type, () -> window.bulkInsert(times, doubles, 0, count), "sum_wrapping", "1.5");
    window.checkInvariants();
    assertEquals(10L, window.query());
    assertEquals(1, window.size());
    window.bulkInsert(times, values, 0, count - 1);
    assertEquals(10L + count - 1, window.query());
  }

  // Times and ranges.

  @ParameterizedTest
  @MethodSource("all")
  void shouldTakeTimesAtTheEnds(String algorithm) {
    Contract<Long> contract =
        new Contract<>(SlidingWindows.algorithm(algorithm), TestAggregation.AFFINE, true);
    for (int round = 0; round < 2; round++) {
      for (long time :
          new long[] {Long.MIN_VALUE, Long.MIN_VALUE, -1, 0, Long.MAX_VALUE, Long.MAX_VALUE}) {
        contract.apply(Operation.insert(time, 1 + (time & 7), ValueForm.LONG));
        contract.apply(Operation.of(Kind.QUERY));
      }
      contract.apply(Operation.range(Long.MIN_VALUE, Long.MIN_VALUE));
      contract.apply(Operation.range(Long.MAX_VALUE, Long.MAX_VALUE));
      contract.apply(Operation.range(Long.MAX_VALUE, Long.MIN_VALUE));
      contract.apply(Operation.at(Kind.BULK_EVICT, Long.MIN_VALUE));
      contract.apply(Operation.at(Kind.EVICT, Long.MIN_VALUE));
      contract.apply(Operation.at(Kind.EVICT, -1));
      contract.apply(Operation.at(Kind.BULK_EVICT, Long.MAX_VALUE - 1));
      contract.compareAll();
      contract.apply(Operation.at(Kind.BULK_EVICT, Long.MAX_VALUE));
      contract.compareAll();
      contract.apply(
          Operation.with(
              Kind.BULK_INSERT,
              new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE},
              new long[] {1, 2, 3},
              ValueForm.LONG));
      contract.compareAll();
      contract.apply(Operation.of(Kind.CLEAR));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldAnswerEmptyForEmpty(String algorithm) {
    for (boolean before : new boolean[] {false, true}) {
      Contract<Long> contract =
          new Contract<>(SlidingWindows.algorithm(algorithm), TestAggregation.AFFINE, true);
      SlidingWindow<Long> window = contract.window();
      if (before) {
        window.insert(5, 5L);
        assertTrue(window.evict(5));
      }
      Long empty = window.aggregation().empty();
      assertEquals(empty, window.query());
      assertEquals(empty, window.queryLong());
      assertFalse(window.evict(0));
      assertFalse(window.evict(5));
      window.bulkEvict(Long.MIN_VALUE);
      window.bulkEvict(Long.MAX_VALUE);
      window.clear();
      assertThrows(NoSuchElementException.class, window::oldest);
      assertThrows(NoSuchElementException.class, window::youngest);
      if (window.algorithm().is(Trait.RANGE_QUERY)) {
        assertEquals(empty, window.query(Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals(empty, window.query(1, 0));
      }
      contract.compareAll();
    }
    SlidingWindow<Object> max =
        SlidingWindows.of(algorithm.contains("subtract") ? "daba" : algorithm, "max");
    assertEquals(null, max.query());
    refuses(NoSuchElementException.class, max::queryLong, "max", "empty");
    refuses(NoSuchElementException.class, max::queryDouble, "max", "empty");
  }

  // Other windows.

  @ParameterizedTest
  @MethodSource("all")
  void shouldRejectWindowsOfAnotherAggregation(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    SlidingWindow<Object> other = SlidingWindows.of("recalculate", "count");
    SlidingWindow<Object> doubles = SlidingWindows.of("recalculate", "count", ValueType.DOUBLE);
    window.insert(1, 10L);
    other.insert(2, 20L);
    doubles.insert(2, 20.0);
    refuses(
        IllegalArgumentException.class,
        () -> window.restore(other.snapshot()),
        "count",
        "sum_wrapping");
    refuses(IllegalArgumentException.class, () -> window.merge(other), "count", "sum_wrapping");
    refuses(IllegalArgumentException.class, () -> window.merge(window), "itself");
    refuses(
        IllegalArgumentException.class, () -> other.restore(doubles.snapshot()), "LONG", "DOUBLE");
    assertEquals(10L, window.query());
    assertEquals(1L, other.query());
    assertEquals(1, window.size());
  }

  /** A name with too many or wrong parameters is rejected before a window is made. */
  @Test
  void shouldRefuseAggregationsThatDoNotTakeTheInput() {
    for (AggregationForm form : Aggregations.forms()) {
      for (ValueType input : ValueType.values()) {
        if (form.inputs().contains(input)) {
          assertEquals(input, Aggregations.of(form.example(), input).input(), form.example());
        } else {
          refuses(
              IllegalArgumentException.class,
              () -> Aggregations.of(form.example(), input),
              form.name(),
              "does not accept");
        }
      }
    }
  }
}
