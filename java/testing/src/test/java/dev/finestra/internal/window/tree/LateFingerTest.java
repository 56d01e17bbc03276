package dev.finestra.internal.window.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.SlidingWindow;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Runs of late entries, and between them all operations that could leave the late finger at a wrong
 * place or an aggregate stale. Each window equals recalculation. There are few queries, because a
 * query repairs all stale aggregates.
 */
class LateFingerTest {
  private static final List<TestAggregation<?>> KINDS =
      List.of(
          TestAggregation.AFFINE,
          TestAggregation.MATRIX,
          TestAggregation.HASH,
          TestAggregation.SUM);

  private static final long GAP = 1_000_000;

  @Test
  void shouldEqualRecalculationBetweenOtherOperations() {
    Trials.run(250, 15_000, "windows with runs of late entries", (seed, only) -> trial(seed));
  }

  private static void trial(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String algorithm = (random.nextBoolean() ? "b_fiba" : "nb_fiba") + (2 + random.nextInt(4));
    new Run<>(algorithm, KINDS.get(random.nextInt(KINDS.size())), random).run();
  }

  /** One window, its oracle, and a place for late entries. */
  private static final class Run<O> {
    private final String algorithm;
    private final SplittableRandom random;
    private final Probe probe = new Probe();
    private final SlidingWindow<O> window;
    private final SlidingWindow<O> oracle;

    /** Places are far apart, so that late entries fit between them. */
    private long places;

    private long evicted;
    private long late;
    private int step;

    Run(String algorithm, TestAggregation<O> kind, SplittableRandom random) {
      this.algorithm = algorithm;
      this.random = random;
      window = Subjects.window(algorithm, kind.aggregation(false, probe));
      oracle = Subjects.window("recalculate", kind.aggregation(false, new Probe()));
    }

    void run() {
      for (int i = random.nextInt(400); i >= 0; i--) {
        insert(GAP * places++);
      }
      for (; step < 60; step++) {
        if (step == 0 || random.nextInt(4) == 0) {
          late = GAP * (evicted + random.nextLong(places - evicted)) + random.nextLong(GAP);
        }
        lateRun();
        check();
        other();
        check();
      }
      query();
    }

    private void lateRun() {
      int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 6);
      int way = random.nextInt(4);
      if (way == 3) {
        bulk(late, count);
        late += count + 1;
      } else {
        for (int i = 0; i < count; i++) {
          insert(way == 0 ? late++ : way == 1 ? late-- : late + random.nextInt(count));
        }
      }
    }

    private void other() {
      switch (random.nextInt(12)) {
        case 0 -> evict(window.isEmpty() ? 0 : window.oldest());
        case 1 -> evict(window.isEmpty() ? 0 : window.youngest());
        case 2 -> evict(late - 1 + random.nextInt(3));
        case 3 -> {
          for (int i = random.nextInt(30); i > 0 && !window.isEmpty(); i--) {
            evict(window.oldest());
          }
        }
        case 4 -> {
          evicted = Math.min(places - 1, evicted + random.nextInt(20));
          bulkEvict(GAP * evicted + random.nextInt(2) * random.nextLong(GAP));
        }
        case 5 -> bulkEvict(late - random.nextInt(3));
        case 6, 7 -> {
          for (int i = random.nextInt(40); i > 0; i--) {
            insert(GAP * places++);
          }
        }
        case 8 -> bulk(GAP * (evicted + random.nextLong(places - evicted)), random.nextInt(50));
        case 9 -> rangeQuery();
        case 10 -> query();
        default -> {
          if (random.nextInt(3) == 0) {
            beginAnew();
          }
        }
      }
    }

    /** Evicts everything while aggregates are stale. */
    private void beginAnew() {
      if (random.nextBoolean()) {
        window.clear();
        oracle.clear();
      } else {
        bulkEvict(GAP * places);
      }
      for (int i = random.nextInt(random.nextBoolean() ? 3 : 100); i >= 0; i--) {
        insert(GAP * places++);
      }
      query();
    }

    private void insert(long time) {
      long value = random.nextInt(1_000);
      window.insert(time, value);
      oracle.insert(time, value);
    }

    private void bulk(long from, int count) {
      boolean dense = random.nextInt(3) > 0;
      long[] times = new long[count];
      for (int i = 0; i < count; i++) {
        times[i] = (i == 0 ? from : times[i - 1]) + random.nextLong(dense ? 3 : GAP);
      }
      places = count == 0 ? places : Math.max(places, times[count - 1] / GAP + 1);
      long[] values = random.longs(count, 0, 1_000).toArray();
      window.bulkInsert(times, values, 0, count);
      oracle.bulkInsert(times, values, 0, count);
    }

    private void evict(long time) {
      assertEquals(oracle.evict(time), window.evict(time), this::where);
    }

    private void bulkEvict(long time) {
      window.bulkEvict(time);
      oracle.bulkEvict(time);
    }

    private void check() {
      assertEquals(oracle.size(), window.size(), this::where);
      window.checkInvariants();
    }

    private void rangeQuery() {
      long from = GAP * (evicted + random.nextLong(places - evicted)) + random.nextLong(GAP);
      long to = random.nextBoolean() ? from + random.nextInt(50) : from + random.nextLong(50 * GAP);
      assertEquals(oracle.query(from, to), window.query(from, to), this::where);
    }

    /** Sometimes the first attempt throws; the aggregates stay stale until one succeeds. */
    private void query() {
      if (random.nextInt(3) == 0) {
        probe.failCombineAfter(random.nextInt(20));
        try {
          window.query();
          probe.heal();
        } catch (Probe.Planted planted) {
          window.checkInvariants();
        }
      }
      assertEquals(oracle.query(), window.query(), this::where);
    }

    private String where() {
      return algorithm + " at step " + step;
    }
  }
}
