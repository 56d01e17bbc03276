package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowClosedException;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Nulls, NaN, foreign windows and foreign codecs are rejected with a message. */
class ArgumentsTest {
  private static void refuses(
      Class<? extends RuntimeException> type, String sentence, Executable action) {
    assertEquals(sentence, assertThrows(type, action).getMessage());
  }

  private static void refusesNull(String argument, Executable action) {
    String message = assertThrows(NullPointerException.class, action).getMessage();
    assertTrue(
        message.startsWith(argument) && message.contains(" null"),
        message + "\n\tdoes not begin with: " + argument);
  }

  @Test
  void shouldNameTheArgumentThatIsNull() {
    Aggregation<?> max = Aggregations.of("max", ValueType.LONG);
    refusesNull("The algorithm's name", () -> SlidingWindows.of(null, "max"));
    refusesNull("The algorithm's name", () -> SlidingWindows.of(null, max));
    refusesNull("The algorithm's name", () -> SlidingWindows.algorithm(null));
    refusesNull("The algorithm's name", () -> SlidingWindows.fits(null, max));
    refusesNull("The algorithm's name", () -> SlidingWindows.keyed(null, "max"));
    refusesNull("The aggregation's name", () -> SlidingWindows.of("daba", (String) null));
    refusesNull("The aggregation's name", () -> Aggregations.of((String) null, ValueType.LONG));
    refusesNull("The type", () -> SlidingWindows.of("daba", "max", null));
    refusesNull("The type", () -> SlidingWindows.keyed("daba", "max", null));
    refusesNull("The aggregation is", () -> SlidingWindows.of("daba", (Aggregation<?>) null));
    refusesNull("The aggregation is", () -> SlidingWindows.fits("daba", null));
    refusesNull("The options", () -> SlidingWindows.of("daba", max, null));
    refusesNull("The options", () -> SlidingWindows.keyed("daba", max, null));
    refusesNull("The order", () -> new WindowOptions(null, false, false, false, false, Set.of()));
    refusesNull("The aggregation whose laws", () -> Aggregations.checkLaws(null, List.of()));
    refusesNull("The list of samples", () -> Aggregations.checkLaws(max, null));
  }

  @Test
  void shouldNameTheArgumentOfAWindowThatIsNull() {
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", "max");
    refusesNull("The snapshot", () -> window.restore(null));
    refusesNull("The window to merge", () -> window.merge(null));
    refusesNull("The visitor", () -> window.forEach(null));
    refusesNull("The array of a bulk's times", () -> window.bulkInsert(null, new long[1], 0, 1));
    refusesNull(
        "The array of a bulk's values", () -> window.bulkInsert(new long[1], (long[]) null, 0, 1));
    KeyedWindows<String, Object> keyed = SlidingWindows.keyed("b_fiba4", "max");
    refusesNull("A key", () -> keyed.insert(null, 1, 1L));
    refusesNull("The codec", () -> keyed.snapshot(null));
    refusesNull("The codec", () -> keyed.restore(new byte[0], null));
    refusesNull("The snapshot", () -> keyed.restore(null, KeyCodec.TEXT));
    refusesNull("The visitor", () -> keyed.forEach(null));
    refusesNull("The visitor", () -> keyed.forEach("a", null));
    refusesNull(
        "The array of a bulk's values",
        () -> keyed.bulkInsert("a", new long[1], (long[]) null, 0, 1));
  }

  @Test
  void shouldNotCutAnAnswerToALong() {
    SlidingWindow<Object> mean = SlidingWindows.of("daba", "mean");
    refuses(
        NoSuchElementException.class,
        "The result of mean over longs is null, which is not a number: the window is empty, or all"
            + " its rows have null columns. Call query().",
        mean::queryLong);
    mean.insert(1, 2);
    mean.insert(2, 5);
    refuses(
        UnsupportedOperationException.class,
        "The result of mean over longs is '3.5' (a Double), which is not a long. Call"
            + " queryDouble().",
        mean::queryLong);
    assertEquals(3.5, mean.queryDouble());
    SlidingWindow<Object> max = SlidingWindows.of("daba", "max", ValueType.DOUBLE);
    max.insert(1, 2.5);
    assertThrows(UnsupportedOperationException.class, max::queryLong);
    SlidingWindow<Object> sum = SlidingWindows.of("daba", "sum", ValueType.DOUBLE);
    assertThrows(UnsupportedOperationException.class, sum::queryLong);
    assertEquals(0.0, sum.queryDouble());
  }

  @Test
  void shouldRefuseToAnswerAListAsANumber() {
    SlidingWindow<Object> collect = SlidingWindows.of("daba", "collect");
    KeyedWindows<String, Object> keyed = SlidingWindows.keyed("daba", "collect");
    for (int i = 0; i < 2; i++) {
      String sentence = "The result of collect over longs is '" + collect.query() + "' (a ";
      for (Executable ask :
          List.<Executable>of(
              collect::queryLong, collect::queryDouble, () -> keyed.queryLong("a"))) {
        String message = assertThrows(UnsupportedOperationException.class, ask).getMessage();
        assertTrue(message.startsWith(sentence) && message.endsWith(" Call query()."), message);
      }
      collect.insert(1, 7);
      keyed.insert("a", 1, 7);
    }
    SlidingWindow<Object> argMax = SlidingWindows.of("daba", "arg_max");
    argMax.insert(1, new Object[] {null, null});
    assertThrows(NoSuchElementException.class, argMax::queryLong);
    assertThrows(NoSuchElementException.class, argMax::queryDouble);
    SlidingWindow<Object> and = SlidingWindows.of("daba", "bool_and");
    assertEquals(1, and.queryLong());
    and.insert(1, 0);
    assertEquals(0, and.queryLong());
  }

  /** Windows of another aggregation are rejected with and without entries. */
  @Test
  void shouldRefuseToMergeAnEmptyWindowOfAnotherAggregation() {
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", "max");
    refuses(
        IllegalArgumentException.class,
        "A window of count over longs cannot be merged into one of max over longs; merge"
            + " windows of one aggregation.",
        () -> window.merge(SlidingWindows.of("b_fiba4", "count")));
    SlidingWindow<Object> doubles = SlidingWindows.of("daba", "max", ValueType.DOUBLE);
    for (int i = 0; i < 2; i++) {
      refuses(
          IllegalArgumentException.class,
          "A window of max over doubles cannot be merged into one of max over longs; merge"
              + " windows of one aggregation.",
          () -> window.merge(doubles));
      doubles.insert(1, 2.5);
    }
    window.merge(SlidingWindows.of("daba", "max"));
    assertEquals(0, window.size());
  }

  @Test
  void shouldSayWhatItIs() {
    SlidingWindow<Object> window = SlidingWindows.of("b_fiba4", "max");
    assertEquals("b_fiba4 of max over longs, empty", window.toString());
    window.insert(3, 5);
    window.insert(8, 5);
    assertEquals("b_fiba4 of max over longs, 2 entries from 3 to 8", window.toString());
    for (ValueType input : ValueType.values()) {
      assertTrue(Aggregations.of("max", input).toString().startsWith("max over "));
    }
    assertEquals("sum over doubles", Aggregations.of("sum", ValueType.DOUBLE).toString());
    KeyedWindows<String, Object> keyed = SlidingWindows.keyed("daba", "top_k(3)");
    keyed.insert("a", 1, 1);
    assertEquals("daba of top_k(3) over longs, 1 keys", keyed.toString());
    SlidingWindow<Object> closed = SlidingWindows.of("subtract_on_evict", "geomean");
    closed.insert(1, 5);
    closed.insert(2, 0);
    assertThrows(ArithmeticException.class, () -> closed.bulkEvict(1));
    assertThrows(WindowClosedException.class, closed::query);
    assertEquals("subtract_on_evict of geomean over longs, closed", closed.toString());
  }

  @Test
  void shouldSayThatAnArrayIsNoRow() {
    SlidingWindow<Object> corr = SlidingWindows.of("daba", "corr", ValueType.DOUBLE);
    refuses(
        IllegalArgumentException.class,
        "'corr' aggregates rows (x, y) and cannot accept a double[] of 2 (a row is an Object[]).",
        () -> corr.insert(1, new double[] {1, 2}));
  }

  // Keys.

  @Test
  void shouldKeepKeysOfAnyLength() {
    for (int length : new int[] {0, 1, 21_845, 21_846, 65_535, 65_536, 70_000, 200_000}) {
      for (String letter : new String[] {"k", "ä", "\u20ac", "\u0000", "\ud800"}) {
        KeyedWindows<String, Object> windows = SlidingWindows.keyed("b_fiba4", "sum");
        String key = letter.repeat(length);
        windows.insert(key, 1, 7);
        windows.insert("other", 1, 8);
        KeyedWindows<String, Object> again = SlidingWindows.keyed("b_fiba4", "sum");
        again.restore(windows.snapshot(KeyCodec.TEXT), KeyCodec.TEXT);
        assertEquals(7, again.queryLong(key), length + " times " + letter);
        assertEquals(8, again.queryLong("other"));
      }
    }
  }

  @Test
  void shouldSayThatTheCodecMayBeAnother() {
    KeyedWindows<String, Object> texts = SlidingWindows.keyed("b_fiba4", "sum");
    texts.insert("a key", 1, 7);
    KeyedWindows<Long, Object> longs = SlidingWindows.keyed("b_fiba4", "sum");
    longs.insert(Long.valueOf(5), 1, 7);
    byte[] ofTexts = texts.snapshot(KeyCodec.TEXT);
    byte[] ofLongs = longs.snapshot(KeyCodec.LONG);
    for (Executable wrong :
        List.<Executable>of(
            () -> longs.restore(ofTexts, KeyCodec.LONG),
            () -> texts.restore(ofLongs, KeyCodec.TEXT))) {
      String message = assertThrows(IllegalArgumentException.class, wrong).getMessage();
      assertTrue(message.contains("written with another KeyCodec"), message);
    }
    assertEquals(7, longs.queryLong(5L));
    assertEquals(7, texts.queryLong("a key"));
  }
}
