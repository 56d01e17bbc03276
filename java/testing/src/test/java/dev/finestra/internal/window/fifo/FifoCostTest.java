package dev.finestra.internal.window.fifo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.catalog.Catalog;
import dev.finestra.testing.Seeded;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts combines and compares them with the papers' theorems. */
class FifoCostTest {
  @RegisterExtension final Seeded seeded = new Seeded();

  private static final int SMALL = 1_000;
  private static final int LARGE = 1_000_000;

  /** A window that counts, with the maximum and the sum for each kind of operation. */
  private static final class Counted {
    final Probe probe = new Probe();
    final SlidingWindow<?> window;
    long now;
    final long[] most = new long[3];
    final long[] sum = new long[3];
    final long[] times = new long[3];

    Counted(String algorithm) {
      Aggregation<?> sums = TestAggregation.AFFINE.aggregation(true, probe);
      window = Catalog.create(algorithm, sums);
    }

    void insert(long time) {
      count(0, () -> window.insert(time, time % 1_000));
    }

    void insert() {
      insert(++now);
    }

    void evict() {
      count(1, () -> window.evict(window.oldest()));
    }

    void query() {
      count(2, window::queryLong);
    }

    private void count(int kind, Runnable operation) {
      long before = probe.combines;
      operation.run();
      long took = probe.combines - before;
      most[kind] = Math.max(most[kind], took);
      sum[kind] += took;
      times[kind]++;
    }

    /** Fills a window to n entries and lets it slide. */
    Counted slide(int n, int rounds) {
      for (int i = 0; i < n; i++) {
        insert();
      }
      for (int i = 0; i < rounds; i++) {
        evict();
        insert();
        query();
      }
      return this;
    }

    double perOperation() {
      return (double) (sum[0] + sum[1] + sum[2]) / (times[0] + times[1] + times[2]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "two_stacks, 1, 999999999, 1",
    "two_stacks_lite, 1, 999999999, 1",
    "daba, 3, 2, 1",
    "daba_lite, 3, 2, 1",
    "subtract_on_evict, 1, 1, 0"
  })
  void shouldTakeNoMoreThanDeclared(String algorithm, long insert, long evict, long query) {
    for (int n : new int[] {1, 2, 3, 7, SMALL, 4_097}) {
      Counted slid = new Counted(algorithm).slide(n, 5 * n + 100);
      assertMost(slid, insert, evict, query);
      assertTrue(slid.sum[1] <= slid.times[0], "evicts took more combines than there were inserts");
    }
    Counted drained = new Counted(algorithm);
    SplittableRandom random = seeded.random();
    for (int i = 0; i < 20_000; i++) {
      if (drained.window.isEmpty() || random.nextInt(100) < (i / 1_000 % 2 == 0 ? 70 : 30)) {
        drained.insert();
      } else {
        drained.evict();
      }
      if (!drained.window.isEmpty()) {
        drained.query();
      }
    }
    assertMost(drained, insert, evict, query);
  }

  private static void assertMost(Counted counted, long insert, long evict, long query) {
    assertTrue(counted.most[0] <= insert, "an insert took " + counted.most[0] + " combines");
    assertTrue(counted.most[1] <= evict, "an evict took " + counted.most[1] + " combines");
    assertTrue(counted.most[2] <= query, "a query took " + counted.most[2] + " combines");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"two_stacks", "two_stacks_lite", "daba", "daba_lite", "subtract_on_evict"})
  void shouldNotGrowWithTheWindow(String algorithm) {
    double small = new Counted(algorithm).slide(SMALL, 2 * SMALL).perOperation();
    double large = new Counted(algorithm).slide(LARGE, 2 * LARGE).perOperation();
    assertTrue(
        large <= 1.05 * small,
        algorithm + " took " + small + " combines an operation at n = 1,000, " + large + " at 10⁶");
  }

  @ParameterizedTest
  @ValueSource(strings = {"daba", "daba_lite"})
  void shouldTakeAConstantWhenTimesRepeat(String algorithm) {
    Counted counted = new Counted(algorithm);
    SplittableRandom random = seeded.random();
    for (int i = 0; i < 200_000; i++) {
      if (counted.window.isEmpty() || random.nextInt(5) < 3) {
        counted.now += random.nextInt(4) / 3;
        counted.insert(counted.now);
      } else {
        counted.evict();
      }
    }
    assertTrue(counted.most[0] <= 3, "an insert took " + counted.most[0] + " combines");
    assertTrue(counted.most[1] <= 6, "an evict took " + counted.most[1] + " combines");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two_stacks", "two_stacks_lite"})
  void shouldEvictFromTheFrontInBulkWithoutACombine(String algorithm) {
    Counted counted = new Counted(algorithm).slide(SMALL, 1);
    long before = counted.probe.combines;
    counted.window.bulkEvict(counted.window.oldest() + SMALL / 2);
    assertEquals(before, counted.probe.combines);
  }

  @ParameterizedTest
  @CsvSource({
    "two_stacks, 1, 1",
    "two_stacks_lite, 1, 1",
    "daba, 3, 2",
    "daba_lite, 3, 2",
    "subtract_on_evict, 1, 1"
  })
  void shouldTakeNoMoreInBulkThanOneByOne(String algorithm, long insert, long evict) {
    Counted counted = new Counted(algorithm);
    SplittableRandom random = seeded.random();
    long inserted = 0;
    long evicting = 0;
    for (int i = 0; i < 3_000; i++) {
      int m = 1 + random.nextInt(random.nextInt(20) == 0 ? 5_000 : 50);
      long before = counted.probe.combines;
      long held = counted.window.size();
      if (counted.window.isEmpty() || random.nextBoolean()) {
        bulkInsert(counted, m);
        inserted += m;
        long took = counted.probe.combines - before;
        assertTrue(took <= insert * m, "a bulk insert of " + m + " took " + took);
      } else {
        counted.window.bulkEvict(counted.window.oldest() + m - 1);
        long gone = held - counted.window.size();
        long took = counted.probe.combines - before;
        evicting += took;
        long most = algorithm.startsWith("two") ? held : evict * gone;
        assertTrue(took <= most, "a bulk evict of " + gone + " of " + held + " took " + took);
        assertTrue(evicting <= evict * inserted, "bulk evicts took more than inserts paid for");
      }
    }
  }

  private static void bulkInsert(Counted counted, int m) {
    long[] times = new long[m];
    for (int i = 0; i < m; i++) {
      times[i] = ++counted.now;
    }
    counted.window.bulkInsert(times, times, 0, m);
  }

  @ParameterizedTest
  @CsvSource({
    "two_stacks, 26",
    "two_stacks_lite, 18",
    "daba, 26",
    "daba_lite, 18",
    "subtract_on_evict, 18"
  })
  void shouldHoldNoSlackAndLetGo(String algorithm, double most) {
    Counted counted = new Counted(algorithm);
    for (int i = 0; i < 1 << 12; i++) {
      bulkInsert(counted, 1 << 10);
    }
    double each = (double) counted.window.bytes() / counted.window.size();
    assertTrue(each <= most, each + " bytes an entry");
    counted.window.bulkEvict(counted.now);
    assertTrue(counted.window.isEmpty());
    assertTrue(
        counted.window.bytes() < 2_000_000,
        counted.window.bytes() + " bytes after all were evicted");
  }
}
