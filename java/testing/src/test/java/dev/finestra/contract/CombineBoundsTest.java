package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.testing.Seeded;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Tier;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each algorithm keeps the cost that it declares. The test counts combines and uses no clock; the
 * growth is read from {@link Algorithm}.
 */
class CombineBoundsTest {
  @RegisterExtension final Seeded seeded = new Seeded();

  private static final int SMALL = 1_000;
  private static final int LARGE = (int) Tier.figure(100_000, 1_000_000, 1_000_000);

  /** Two windows of different length, as logarithms. */
  private static final int SHORTER = (int) Tier.figure(14, 16, 16);

  private static final int LONGER = (int) Tier.figure(16, 19, 19);

  /** How the combines of one insert, evict and query grow with the window. */
  private enum Growth {
    CONSTANT,
    LOGARITHMIC,
    LINEAR
  }

  static Stream<String> all() {
    return Subjects.algorithms().stream().map(Algorithm::name);
  }

  /** Algorithms whose declared cost of an insert depends on its distance. */
  static Stream<String> byDistance() {
    return Subjects.algorithms().stream()
        .filter(a -> a.insert().equals("O(log d)"))
        .map(Algorithm::name);
  }

  static Stream<String> evictingByLogOfBulk() {
    return Subjects.algorithms().stream()
        .filter(a -> a.bulkEvict().equals("O(log m)"))
        .map(Algorithm::name);
  }

  /** A window of entries in order, whose combines are counted. */
  private static final class Counted {
    final Probe probe = new Probe();
    final SlidingWindow<Long> window;
    long time;

    /**
     * The aggregation has an inverse if the algorithm needs one or declares another cost with it.
     */
    Counted(String algorithm, int size) {
      Algorithm declared = dev.finestra.SlidingWindows.algorithm(algorithm);
      boolean invertible =
          declared.is(Trait.NEEDS_INVERSE) || declared.query().contains("exact inverse");
      window = Subjects.window(algorithm, TestAggregation.AFFINE.aggregation(invertible, probe));
      for (; time < size; time++) {
        window.insert(place(time), time);
      }
      window.query();
    }

    /** Entries are far apart, so that late ones fit between them. */
    static long place(long time) {
      return 1_000 * time;
    }

    double combinesEach(long rounds, Runnable round) {
      long before = probe.combines;
      for (long i = 0; i < rounds; i++) {
        round.run();
      }
      return (probe.combines - before) / (double) rounds;
    }

    void slide(int size) {
      window.insert(place(time), time);
      window.evict(place(time - size));
      window.query();
      time++;
    }
  }

  /** The amortized growth of a cost, in order (d = 0). */
  private static Growth growth(String cost) {
    String amortized =
        cost.replaceAll(",? ?(worst O\\([^)]*\\)|O\\([^)]*\\) worst|worst n)", "")
            .replaceAll(" with an exact inverse.*", "")
            .replaceAll("\\bin\\b|\\bnone\\b", "");
    if (amortized.matches(".*log *\\(?n.*")) {
      return Growth.LOGARITHMIC;
    }
    return amortized.matches(".*\\bn\\b.*") ? Growth.LINEAR : Growth.CONSTANT;
  }

  private static Growth growth(Algorithm algorithm) {
    return Stream.of(algorithm.insert(), algorithm.evict(), algorithm.query())
        .map(CombineBoundsTest::growth)
        .max(Growth::compareTo)
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldCombineAsDeclaredWhileItSlides(String algorithm) {
    int small = isWide(algorithm) ? 10 * SMALL : SMALL;
    Growth growth = growth(new Counted(algorithm, small).window.algorithm());
    long rounds = growth == Growth.CONSTANT ? LARGE : 20_000;
    double few = eachSlide(algorithm, small, Math.min(rounds, 200_000));
    if (growth == Growth.LINEAR) {
      assertTrue(few <= 1.01 * small, algorithm + " takes " + few + " combines at " + small);
      return;
    }
    double many = eachSlide(algorithm, LARGE, rounds);
    // The levels of a tree are whole numbers, hence a third more than the logarithms' ratio.
    double factor = growth == Growth.CONSTANT ? 1.05 : 1.33 * Math.log(LARGE) / Math.log(small);
    assertTrue(
        many <= factor * few + 0.01,
        () ->
            "%s, declared %s: %.3f combines a round at n = %d, %.3f at n = %d"
                .formatted(algorithm, growth, few, small, many, LARGE));
    assertTrue(few > 0 && many < 1_000, algorithm + " takes " + many + " combines a round");
  }

  /** A small window does not show the limit of a tree with wide leaves. */
  private static boolean isWide(String algorithm) {
    String digits = algorithm.replaceFirst("^[^0-9]*", "");
    return !digits.isEmpty() && Integer.parseInt(digits) > 8;
  }

  private static double eachSlide(String algorithm, int size, long rounds) {
    Counted counted = new Counted(algorithm, size);
    counted.combinesEach(Math.min(size / 2, rounds), () -> counted.slide(size));
    return counted.combinesEach(rounds, () -> counted.slide(size));
  }

  /** The most expensive single operation, while the window grows and shrinks. */
  @ParameterizedTest
  @ValueSource(strings = {"daba", "daba_lite"})
  void shouldTakeAConstantMaximum(String algorithm) {
    Counted counted = new Counted(algorithm, 0);
    SplittableRandom random = seeded.random();
    long operations = Tier.figure(100_000, 1_000_000, 10_000_000);
    long oldest = 0;
    boolean growing = true;
    for (long i = 0; i < operations; i++) {
      long before = counted.probe.combines;
      long size = counted.window.size();
      growing = size < 3 || (size < 100_000 && (random.nextInt(50_000) == 0 ? !growing : growing));
      if (random.nextInt(10) < (growing ? 8 : 2)) {
        counted.window.insert(counted.time++, i);
        most(algorithm, "insert", 3, before, counted);
      } else {
        oldest = size == 0 ? oldest : counted.window.oldest();
        counted.window.evict(oldest);
        most(algorithm, "evict", 2, before, counted);
      }
      before = counted.probe.combines;
      counted.window.query();
      most(algorithm, "query", 1, before, counted);
    }
  }

  private static void most(
      String algorithm, String operation, int most, long before, Counted counted) {
    long took = counted.probe.combines - before;
    if (took > most) {
      throw new AssertionError(
          "%s took %d combines for one %s at n = %d, %d at most are its constant"
              .formatted(algorithm, took, operation, counted.window.size(), most));
    }
  }

  /**
   * At most c · log m, where c depends on the arity: 2µ combines for each node, log m / log µ
   * levels.
   */
  @ParameterizedTest
  @MethodSource("evictingByLogOfBulk")
  void shouldEvictBulksInLogarithmicTime(String algorithm) {
    int arity = Integer.parseInt(algorithm.replaceFirst("^[^0-9]*", ""));
    double level = 2 * arity / (Math.log(arity) / Math.log(2)) + 2;
    for (int size : new int[] {1 << SHORTER, 1 << LONGER}) {
      for (int log = 0; log <= 13; log++) {
        int bulk = 1 << log;
        Counted counted = new Counted(algorithm, size);
        long[] evicted = {-1};
        int rounds = Math.min(200, size / bulk - 1);
        double each =
            counted.combinesEach(
                rounds,
                () -> {
                  evicted[0] += bulk;
                  counted.window.bulkEvict(Counted.place(evicted[0]));
                  counted.window.query();
                });
        double most = 2 * arity + 4 + level * log;
        assertTrue(
            each <= most,
            () ->
                "%s takes %.1f combines to evict %d of %d, %.1f at most"
                    .formatted(algorithm, each, bulk, size, most));
      }
    }
  }

  /** The cost of an insert d places late depends on d and not on the length of the window. */
  @ParameterizedTest
  @MethodSource("byDistance")
  void shouldInsertLateByDistance(String algorithm) {
    int arity = Integer.parseInt(algorithm.replaceFirst("^[^0-9]*", ""));
    double level = 4 * arity / (Math.log(arity) / Math.log(2)) + 2;
    int farthest = (int) Tier.figure(8, 12, 12);
    for (int log = 0; log <= farthest; log += 2) {
      int distance = 1 << log;
      long seed = seeded.random().nextLong();
      double few = lateInserts(algorithm, 1 << SHORTER, distance, seed);
      double many = lateInserts(algorithm, 1 << LONGER, distance, seed);
      double most = 4 * arity + level * (log + 1);
      int at = log;
      assertTrue(
          Math.max(few, many) <= most && many <= 1.5 * few + 2 * arity,
          () ->
              "%s takes %.1f combines to insert 2^%d late at n = 2^%d, %.1f at 2^%d, %.1f at most"
                  .formatted(algorithm, few, at, SHORTER, many, LONGER, most));
    }
  }

  private static double lateInserts(String algorithm, int size, int distance, long seed) {
    Counted counted = new Counted(algorithm, size);
    SplittableRandom random = new SplittableRandom(seed);
    int rounds = Math.max(64, Math.min(distance, 2_000));
    return counted.combinesEach(
        rounds,
        () -> {
          long place = Counted.place(size - distance) + 1 + random.nextInt(998);
          counted.window.insert(place, 1L);
        });
  }

  /**
   * A bulk in order costs about one combine for each entry, and later queries do not become more
   * expensive.
   */
  @Test
  void shouldInsertBulksInLinearTime() {
    int count = 1 << (SHORTER + 2);
    long[] times = LongStream.range(0, count).toArray();
    for (Algorithm algorithm : Subjects.algorithms()) {
      if (algorithm.insert().contains("log n")) {
        continue;
      }
      Counted counted = new Counted(algorithm.name(), 0);
      for (int from = 0; from < count; from += 1 << 12) {
        counted.window.bulkInsert(times, times, from, from + (1 << 12));
      }
      double each = counted.probe.combines / (double) count;
      assertTrue(each <= 4, algorithm.name() + " takes " + each + " combines an entry of a bulk");
    }
  }
}
