package dev.finestra.sketches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.Violation;
import dev.finestra.testing.CatalogDocs;
import dev.finestra.testing.Trials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.datasketches.kll.KllLongsSketch;
import org.junit.jupiter.api.Test;

/** Sketches satisfy the laws, have errors within their bounds, and reject damaged bytes. */
class SketchesTest {
  private static List<Aggregation<?>> all() {
    List<Aggregation<?>> all = new ArrayList<>();
    new Sketches()
        .forms()
        .forEach(
            form -> form.inputs().forEach(type -> all.add(Aggregations.of(form.example(), type))));
    return all;
  }

  private static Object value(ValueType type, SplittableRandom random, int kinds) {
    long number = random.nextInt(kinds);
    return switch (type) {
      case LONG -> (Object) (random.nextInt(9) == 0 ? Long.MAX_VALUE - number : number - 3);
      case DOUBLE ->
          switch (random.nextInt(9)) {
            case 0 -> (Object) Double.NaN;
            case 1 -> (Object) (-0.0);
            case 2 -> (Object) Double.NEGATIVE_INFINITY;
            default -> (Object) (number / 4.0);
          };
      case STRING -> number == 0 ? "" : "v" + number;
    };
  }

  private static List<Object> values(
      ValueType type, SplittableRandom random, int count, int kinds) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(value(type, random, kinds));
    }
    return values;
  }

  @Test
  void shouldKeepTheLaws() {
    List<Aggregation<?>> all = all();
    Trials.run(
        1,
        50,
        "times thousands of triples of each of " + all.size() + " sketches",
        (seed, only) -> {
          for (Aggregation<?> aggregation : all) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Object> samples = values(aggregation.input(), random, 6, 1 + random.nextInt(20));
            List<Violation> found = Aggregations.checkLaws(aggregation, samples);
            assertEquals(List.of(), found, aggregation.name() + " over " + aggregation.input());
          }
        });
  }

  /** Combines neighbours at random, in many pieces, some into accumulators. */
  private static <S, O> O fold(
      ObjectAggregation<S, O> f, List<Object> values, SplittableRandom random) {
    List<S> parts = new ArrayList<>();
    S part = null;
    for (Object value : values) {
      part = part == null ? f.accumulator() : part;
      part = f.combineInto(part, f.lift(value));
      if (random.nextInt(200) == 0) {
        parts.add(part);
        part = null;
      }
    }
    parts.add(part == null ? f.identity() : part);
    while (parts.size() > 1) {
      int i = random.nextInt(parts.size() - 1);
      parts.set(i, f.combine(parts.get(i), parts.remove(i + 1)));
    }
    return f.lower(again(f, parts.get(0)));
  }

  private static <S> S again(ObjectAggregation<S, ?> f, S state) {
    try {
      return f.read(new DataInputStream(new ByteArrayInputStream(bytes(f, state))));
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static <S> byte[] bytes(ObjectAggregation<S, ?> f, S state) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    f.write(state, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Object answer(
      String name, ValueType type, List<Object> values, SplittableRandom random) {
    return fold((ObjectAggregation<?, ?>) Aggregations.of(name, type), values, random);
  }

  @Test
  void shouldCountDifferentValuesWithinTheError() {
    Trials.run(
        6,
        60,
        "lists of up to 100,000 values",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          for (ValueType type : ValueType.values()) {
            List<Object> values =
                values(type, random, random.nextInt(100_000), 1 + random.nextInt(60_000));
            double exact = new HashSet<>(values).size();
            double theta = (Long) answer("theta(14)", type, values, random);
            double hll = (Long) answer("hll(12)", type, values, random);
            // Five standard errors; and a half for rounding.
            assertEquals(exact, theta, exact <= 16_384 ? 0 : 0.5 + 5 * 0.008 * exact, "theta");
            assertEquals(exact, hll, 0.5 + 5 * 0.017 * exact, "hll");
          }
        });
  }

  @Test
  void shouldFindQuantilesWithinTheError() {
    Trials.run(
        10,
        200,
        "lists of up to 20,000 values",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          for (ValueType type : List.of(ValueType.LONG, ValueType.DOUBLE)) {
            int count = random.nextBoolean() ? 1 + random.nextInt(200) : 20_000;
            List<Object> values = values(type, random, count, 5_000);
            Object[] sorted = values.stream().sorted().toArray();
            int percent = random.nextInt(101);
            double q = percent / 100.0;
            Object answer = answer("quantile(" + q + ")", type, values, random);
            int allowed = count <= 200 ? 0 : 4;
            // In whole numbers, because 0.55 * 200 is more than 110 in doubles.
            int from = -Math.floorDiv(-(percent - allowed) * count, 100) - 1;
            int to = -Math.floorDiv(-(percent + allowed) * count, 100) - 1;
            assertTrue(
                compare(answer, sorted[Math.max(0, from)]) >= 0
                    && compare(answer, sorted[Math.min(count - 1, Math.max(0, to))]) <= 0,
                answer + " is no " + q + "-quantile of " + count + " values");
          }
        });
  }

  @Test
  void shouldAnswerFewValuesAsTheSketchOfThem() {
    Trials.run(
        2_000,
        100_000,
        "lists of up to 16 values",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          ValueType type = random.nextBoolean() ? ValueType.LONG : ValueType.DOUBLE;
          List<Object> values =
              values(type, random, 1 + random.nextInt(FewNumbers.MOST), 1 + random.nextInt(20));
          double q = random.nextInt(1_001) / 1_000.0;
          int k = random.nextBoolean() ? Quantile.USUAL : Quantile.LEAST;
          Quantile f = new Quantile(type, q, k);
          Object few = f.accumulator();
          KllLongsSketch sketch = f.fresh();
          for (Object value : values) {
            few = f.add(few, value);
            f.update(sketch, value);
          }
          if (values.size() <= k) {
            assertEquals(f.answer(sketch), f.lower(few), f.name() + " of " + values);
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  @Test
  void shouldBoundTheCountsOfFrequentItems() {
    Trials.run(
        10,
        200,
        "lists of 20,000 values",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          for (ValueType type : ValueType.values()) {
            List<Object> values = values(type, random, 10_000, 5_000);
            values.addAll(values(type, random, 10_000, 5));
            Map<Object, Long> exact = new HashMap<>();
            values.forEach(v -> exact.merge(v, 1L, Long::sum));
            List<?> items = (List<?>) answer("frequent_items(5)", type, values, random);
            assertEquals(5, items.size());
            long before = Long.MAX_VALUE;
            for (Object each : items) {
              Map<?, ?> item = (Map<?, ?>) each;
              long count = (Long) item.get("count");
              long truth = exact.get(item.get("item"));
              assertTrue((Long) item.get("at_least") <= truth && truth <= count, item.toString());
              assertTrue(count <= before, "not in order: " + items);
              assertTrue(count - truth <= 3.5 / 1_024 * 20_000 + 1, item + " for " + truth);
              before = count;
            }
          }
        });
  }

  /** The greatest code points are written with surrogates, which are not the greatest chars. */
  @Test
  void shouldOrderEquallyFrequentTextsByCodePoints() {
    String highest = "\ud83d\ude00";
    SlidingWindow<Object> window =
        SlidingWindows.of("recalculate", "frequent_items(3)", ValueType.STRING);
    int time = 0;
    for (String text : List.of(highest, "\uffff", "a")) {
      window.insert(time++, text);
    }
    List<?> items =
        ((List<?>) window.query())
            .stream().map(item -> (Object) ((Map<?, ?>) item).get("item")).toList();
    assertEquals(List.of("a", "\uffff", highest), items);
  }

  @Test
  void shouldKnowEveryValueThatWasThereAndFewOthers() {
    Trials.run(
        10,
        100,
        "Bloom filters",
        (seed, only) -> {
          SplittableRandom random = new SplittableRandom(seed);
          for (ValueType type : ValueType.values()) {
            List<Object> values = values(type, random, 1_000, 1 + random.nextInt(1_000_000));
            Membership had = (Membership) answer("bloom(1000,0.01)", type, values, random);
            values.forEach(v -> assertTrue(had.mightContain(v), "lost " + v));
            int wrong = 0;
            for (int i = 0; i < 5_000; i++) {
              Object other =
                  type == ValueType.STRING
                      ? "w" + i
                      : type == ValueType.LONG ? (Object) (-4L - i) : (Object) (-4.0 - i);
              wrong += had.mightContain(other) ? 1 : 0;
            }
            assertTrue(wrong < 5_000 * 0.03, wrong + " false alarms of 5,000");
            double distinct = new HashSet<>(values).size();
            assertEquals(distinct, ((Number) had.get("estimate")).doubleValue(), 5 + distinct / 10);
          }
        });
  }

  /** A window adds later values of a pane to the same sketch. */
  @Test
  void shouldReturnABloomFilterThatStaysAsItWas() {
    SlidingWindow<Object> window =
        SlidingWindows.of("recalculate", "bloom(1000,0.000001)", ValueType.LONG);
    for (long value = 0; value < 100; value++) {
      window.insert(1, value);
    }
    Membership had = (Membership) window.query();
    window.insert(1, 1_000L);
    assertTrue(((Membership) window.query()).mightContain(1_000L));
    assertFalse(had.mightContain(1_000L));
  }

  @Test
  void shouldNotGuessHowManyValuesAFullBloomFilterHolds() {
    SlidingWindow<Object> window = SlidingWindows.of("two_stacks", "bloom(1,0.5)", ValueType.LONG);
    for (long i = 0; i < 5_000; i++) {
      window.insert(i, i);
    }
    Membership had = (Membership) window.query();
    assertEquals(had.get("bits"), had.get("bits_set"));
    assertNull(had.get("estimate"));
  }

  @Test
  void shouldRefuseDamagedBytes() {
    List<Aggregation<?>> all = all();
    Trials.run(
        30,
        1_000,
        "times 50 damages of each of " + all.size() + " sketches",
        (seed, only) -> {
          for (Aggregation<?> aggregation : all) {
            damage((ObjectAggregation<?, ?>) aggregation, new SplittableRandom(seed));
          }
        });
  }

  private static <S> void damage(ObjectAggregation<S, ?> f, SplittableRandom random)
      throws IOException {
    S state = f.accumulator();
    for (Object value : values(f.input(), random, random.nextInt(60), 100)) {
      state = f.combineInto(state, f.lift(value));
    }
    byte[] whole = bytes(f, state);
    for (int i = 0; i < 50; i++) {
      int cut = i % 5 == 0 ? 1 + random.nextInt(Math.min(5, whole.length)) : 0;
      byte[] bytes = Arrays.copyOf(whole, whole.length - cut);
      if (cut == 0) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        S read = f.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        f.lower(f.combine(read, state));
        assertEquals(0, cut, f.name() + " was accepted though cut");
        assertFalse(whole[0] == 1 && bytes[0] == 1, "a flipped bit in a sketch was accepted");
      } catch (IOException refused) {
        // expected
      }
    }
  }

  @Test
  void shouldWorkInWindowsByName() {
    for (Aggregation<?> aggregation : all()) {
      SlidingWindow<Object> window =
          SlidingWindows.of("recalculate", aggregation.name(), aggregation.input());
      Object empty = window.query();
      SplittableRandom random = new SplittableRandom(7);
      for (int i = 0; i < 100; i++) {
        window.insert(i, value(aggregation.input(), random, 50));
      }
      Object answer = window.query();
      SlidingWindow<Object> restored =
          SlidingWindows.of("recalculate", aggregation.name(), aggregation.input());
      restored.restore(window.snapshot());
      assertEquals(answer, restored.query(), aggregation.name());
      window.bulkEvict(100);
      assertEquals(empty, window.query());
      assertTrue(aggregation.is(Property.COMMUTATIVE));
    }
  }

  @Test
  void shouldBeDocumented() throws IOException {
    CatalogDocs.check(Path.of("../../docs/aggregations.md"), "sketches", new Sketches().forms());
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    for (String name :
        List.of(
            "hll(3)",
            "hll(22)",
            "hll(x)",
            "hll(12,1)",
            "theta(2)",
            "quantile",
            "quantile(1.5)",
            "quantile(nan)",
            "quantile(0.5,7)",
            "frequent_items(0)",
            "frequent_items(5,1000)",
            "bloom(0)",
            "bloom(10,0)",
            "bloom(100000000,0.000001)",
            "bloom(1,0.1,1)")) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> Aggregations.of(name, ValueType.LONG), name);
      assertTrue(refused.getMessage().length() > 20, refused.getMessage());
    }
    assertThrows(
        IllegalArgumentException.class, () -> Aggregations.of("quantile(0.5)", ValueType.STRING));
  }
}
