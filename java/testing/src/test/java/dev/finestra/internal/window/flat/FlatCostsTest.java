package dev.finestra.internal.window.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The flat algorithms keep their declared costs, in combines. */
class FlatCostsTest {
  private static final int SMALL = 1_000;
  private static final int LARGE = 1_000_000;

  private final Probe probe = new Probe();
  private SlidingWindow<Long> window;
  private long now;

  private void fill(String algorithm, int n) {
    window = Subjects.window(algorithm, TestAggregation.SUM.aggregation(true, probe));
    now = 0;
    insert(n);
  }

  private void insert(int m) {
    long[] times = new long[m];
    Arrays.setAll(times, i -> now + i);
    window.bulkInsert(times, new long[m], 0, m);
    now += m;
  }

  private long combines(Runnable action) {
    long before = probe.combines;
    action.run();
    return probe.combines - before;
  }

  /** The combines of one evict, one insert and one query. */
  private double round(int rounds) {
    long before = probe.combines;
    for (int i = 0; i < rounds; i++) {
      window.evict(window.oldest());
      window.insert(now, now);
      now++;
      window.query();
    }
    return (probe.combines - before) / (double) rounds;
  }

  private void assertConstant(String algorithm, double most) {
    fill(algorithm, SMALL);
    round(2 * SMALL);
    // many laps, since combines that one lap postpones appear in the next
    double small = round(500 * SMALL);
    fill(algorithm, LARGE);
    double large = round(2 * LARGE);
    assertTrue(large <= 1.05 * small, algorithm + ": " + small + " combines, then " + large);
    assertTrue(Math.max(small, large) <= most, algorithm + ": " + small + ", " + large);
  }

  @Test
  void shouldCombineAsOftenInLargeWindows() {
    assertConstant("flatfit", 4.01);
    assertConstant("amta", 5.01);
    assertConstant("subwindow", 20);
  }

  @Test
  void shouldCombineOncePerInsertAtMost() {
    for (String algorithm : new String[] {"amta", "b_int"}) {
      fill(algorithm, SMALL);
      long before = probe.combines;
      for (int i = 0; i < LARGE; i++) {
        window.insert(now, 1);
        window.insert(now++, 1);
      }
      double each = (probe.combines - before) / (2.0 * LARGE);
      assertTrue(each <= 1.01, algorithm + ": " + each + " combines an insert");
      long bulk = combines(() -> insert(LARGE));
      assertTrue(bulk <= LARGE + 21, algorithm + ": " + bulk + " combines in bulk");
    }
  }

  @Test
  void shouldLeaveCombinesToTheQuery() {
    for (String algorithm : new String[] {"flatfit", "reactive"}) {
      fill(algorithm, SMALL);
      assertEquals(0, combines(() -> insert(SMALL)), algorithm);
      assertEquals(0, combines(() -> window.bulkEvict(now - SMALL)), algorithm);
    }
  }

  @Test
  void shouldEvictInBulkInLogarithmicTime() {
    for (String algorithm : new String[] {"amta", "b_int", "reactive"}) {
      int n = 1 << 20;
      fill(algorithm, n);
      window.query();
      for (int m = 1; m < n / 2; m = 3 * m + 1) {
        long until = window.oldest() + m - 1;
        long evict = combines(() -> window.bulkEvict(until));
        assertEquals(0, evict, algorithm);
        long query = combines(window::query);
        assertTrue(query <= 2 * 20 + 3, algorithm + ", m = " + m + ": " + query + " combines");
      }
    }
  }

  @Test
  void shouldAnswerRangesInLogarithmicTime() {
    for (String algorithm : new String[] {"amta", "b_int", "reactive"}) {
      int n = 1 << 20;
      fill(algorithm, n);
      window.query();
      for (int m = 1; m < n / 2; m = 3 * m + 1) {
        int width = m;
        long combines = combines(() -> window.query(width - 1, 2 * width));
        double log = Math.log(m) / Math.log(2);
        assertTrue(
            combines <= 2 * log + 2, algorithm + ", m = " + m + ": " + combines + " combines");
      }
    }
  }

  /** The paper's bound is m (1 + ⌈log₂(n/m)⌉) for m writes; at the two ends it is m + 2 log₂ n. */
  @Test
  void shouldPropagateBatchesOnce() {
    int n = 1 << 20;
    fill("reactive", n);
    long all = combines(window::query);
    assertTrue(all < n, "reactive, all of it: " + all + " combines");
    assertEquals(1, combines(window::query), 1, "reactive, asked again");
    for (int m = 1; m <= n / 2; m *= 2) {
      int bulk = m;
      window.bulkEvict(window.oldest() + m - 1);
      insert(bulk);
      long combines = combines(window::query);
      assertTrue(combines <= m + 2 * 20 + 2, "reactive, m = " + m + ": " + combines + " combines");
    }
  }

  @Test
  void shouldCombineOnDemand() {
    fill("subwindow(60)", 60_000);
    long filled = combines(() -> insert(6_000));
    assertEquals(6_000 - 100, filled, "one combine for each value but a slice's first");
    assertEquals(0, combines(() -> window.bulkEvict(0)), "no query so far");
    assertEquals(1_099 - 1, combines(window::query), "all slices");
    assertTrue(combines(window::query) < 10, "the run is kept");
  }
}
