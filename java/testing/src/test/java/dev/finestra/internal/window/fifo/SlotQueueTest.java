package dev.finestra.internal.window.fifo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.catalog.Catalog;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The in-order algorithms on a {@link SlotQueue} equal recalculation, in corner cases of the queue.
 */
class SlotQueueTest {

  private static final List<String> ALGORITHMS =
      List.of("two_stacks", "two_stacks_lite", "daba", "daba_lite", "subtract_on_evict");

  @Test
  void shouldEqualRecalculationAcrossTheEndOfTheCircle() {
    Trials.run(5_000, 200_000, "random histories", (seed, only) -> run(seed, 60, 80));
  }

  @Test
  void shouldEqualRecalculationPastManyChunks() {
    Trials.run(
        15, 1_000, "random histories of large bulks", (seed, only) -> run(seed, 30, 120_000));
  }

  /** Runs a history on one algorithm with one aggregation, both chosen by the seed. */
  private static void run(long seed, int steps, int largest) {
    SplittableRandom random = new SplittableRandom(seed);
    String algorithm = ALGORITHMS.get(random.nextInt(ALGORITHMS.size()));
    List<TestAggregation<?>> kinds =
        TestAggregation.ALL.stream().filter(k -> k.compact() || largest < 1_000).toList();
    TestAggregation<?> kind = kinds.get(random.nextInt(kinds.size()));
    new Run<>(algorithm, random, 1 + random.nextInt(largest), kind).go(steps);
  }

  /** One random history. */
  private static final class Run<O> {
    private final SplittableRandom random;
    private final int most;
    private SlidingWindow<O> window;
    private final SlidingWindow<O> oracle;
    private final String algorithm;
    private final Aggregation<O> f;
    private final long stride;
    private long now;

    Run(String algorithm, SplittableRandom random, int most, TestAggregation<O> kind) {
      this.random = random;
      this.most = most;
      this.algorithm = algorithm;
      f = kind.aggregation(true, new Probe());
      stride = 1 + random.nextInt(3);
      now = random.nextInt(100);
      window = Catalog.create(algorithm, f);
      oracle = Catalog.create("recalculate", f);
      beginNearTheEnd();
    }

    private void beginNearTheEnd() {
      if (random.nextBoolean()) {
        ((SlotQueue<O>) window).beginAt(Integer.MAX_VALUE - random.nextInt(2 * most));
      }
    }

    void go(int steps) {
      for (int i = 0; i < steps; i++) {
        try {
          step();
          compare();
        } catch (RuntimeException | AssertionError wrong) {
          throw new AssertionError(
              algorithm + " with " + f.name() + " at step " + i + ": " + wrong.getMessage(), wrong);
        }
      }
    }

    private void compare() {
      window.checkInvariants();
      assertEquals(oracle.size(), window.size());
      assertEquals(oracle.query(), window.query());
      if (!oracle.isEmpty()) {
        assertEquals(oracle.oldest(), window.oldest());
        assertEquals(oracle.youngest(), window.youngest());
      }
    }

    private long next() {
      return now += random.nextInt(3) * stride;
    }

    private void step() {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> {
          long time = next();
          long value = random.nextInt(1000);
          window.insert(time, value);
          oracle.insert(time, value);
        }
        case 3, 4 -> {
          int m = random.nextInt(random.nextBoolean() ? most : 5);
          long[] times = new long[m];
          long[] values = new long[m];
          for (int i = 0; i < m; i++) {
            times[i] = next();
            values[i] = random.nextInt(1000);
          }
          window.bulkInsert(times, values, 0, m);
          oracle.bulkInsert(times, values, 0, m);
        }
        case 5, 6 -> {
          if (!oracle.isEmpty()) {
            long oldest = oracle.oldest();
            assertTrue(window.evict(oldest));
            assertFalse(window.evict(oldest));
            oracle.evict(oldest);
          }
        }
        case 7, 8 -> {
          long time = cut();
          window.bulkEvict(time);
          oracle.bulkEvict(time);
        }
        default -> other();
      }
    }

    private long cut() {
      if (oracle.isEmpty()) {
        return now;
      }
      long span = oracle.youngest() - oracle.oldest() + 1;
      return switch (random.nextInt(5)) {
        case 0 -> oracle.youngest() - random.nextInt(3);
        case 1 -> oracle.oldest() + random.nextInt(4);
        default -> oracle.oldest() + (long) (random.nextDouble() * span);
      };
    }

    private void other() {
      boolean keeps = window.algorithm().is(Trait.KEEPS_ENTRIES);
      switch (random.nextInt(keeps ? 4 : 2)) {
        case 0 -> {
          byte[] bytes = window.snapshot();
          window = Catalog.create(algorithm, f);
          beginNearTheEnd();
          window.restore(bytes);
        }
        case 1 -> {
          if (random.nextInt(10) == 0) {
            window.clear();
            oracle.clear();
          }
        }
        case 2 -> assertEquals(entries(oracle), entries(window));
        default -> {
          SlidingWindow<O> merged = Catalog.create("recalculate", f);
          merged.merge(window);
          assertEquals(entries(oracle), entries(merged));
        }
      }
    }

    private List<String> entries(SlidingWindow<O> of) {
      List<String> entries = new ArrayList<>();
      of.forEach((time, value) -> entries.add(time + " " + value));
      return entries;
    }
  }
}
