package dev.finestra.internal.window.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.SlidingWindow;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Windows of many chunks grow, shrink and slide, one by one and in bulks; each algorithm equals the
 * tree.
 */
class FlatSlideTest {
  private static final List<String> ALGORITHMS =
      List.of("flatfit", "amta", "reactive", "b_int", "subwindow");

  /** All aggregations of bounded size. */
  private static final List<TestAggregation<?>> KINDS =
      List.of(TestAggregation.AFFINE, TestAggregation.MATRIX, TestAggregation.HASH);

  @Test
  void shouldSlideOverManyChunks() {
    Trials.run(15, 300, "slides over many chunks", (seed, only) -> trial(seed));
  }

  private static void trial(long seed) {
    for (String algorithm : ALGORITHMS) {
      SplittableRandom random = new SplittableRandom(seed);
      trial(algorithm, KINDS.get(random.nextInt(KINDS.size())), random);
    }
  }

  private static <O> void trial(
      String algorithm, TestAggregation<O> kind, SplittableRandom random) {
    SlidingWindow<O> window = window(algorithm, kind, random.nextBoolean());
    SlidingWindow<O> tree = window("b_fiba8", kind, false);
    long now = random.nextLong(1_000);
    for (int step = 0; step < 60; step++) {
      int size = 1 << random.nextInt(18);
      int bulk = 1 + random.nextInt(size);
      boolean single = bulk < 3_000 && random.nextBoolean();
      long[] times = new long[bulk];
      long[] values = new long[bulk];
      for (int i = 0; i < bulk; i++) {
        times[i] = now += i > 0 && single ? 1 + random.nextInt(2) : random.nextInt(3);
        values[i] = random.nextInt(1_000);
      }
      if (single) {
        for (int i = 0; i < bulk; i++) {
          window.insert(times[i], values[i]);
          window.bulkEvict(times[i] - size);
          if (random.nextInt(8) == 0) {
            window.query();
          }
        }
      } else {
        window.bulkInsert(times, values, 0, bulk);
      }
      tree.bulkInsert(times, values, 0, bulk);
      window.bulkEvict(now - size);
      tree.bulkEvict(now - size);
      assertSame(tree, window, algorithm + " at step " + step);
      if (step % 20 == 0) {
        window.checkInvariants();
      }
    }
    long[] held = new long[(int) window.size()];
    int[] at = {0};
    window.forEach((time, value) -> held[at[0]++] = time);
    assertEquals(held.length, Arrays.stream(held).distinct().count(), algorithm + ": entries");
    window.bulkEvict(now);
    assertEquals(0, window.size(), algorithm);
  }

  private static <O> SlidingWindow<O> window(
      String algorithm, TestAggregation<O> kind, boolean invertible) {
    return Subjects.window(algorithm, kind.aggregation(invertible, new Probe()));
  }

  private static void assertSame(SlidingWindow<?> tree, SlidingWindow<?> window, String where) {
    assertEquals(tree.size(), window.size(), where);
    assertEquals(tree.query(), window.query(), where);
    if (tree.size() > 0) {
      assertEquals(tree.oldest(), window.oldest(), where);
      assertEquals(tree.youngest(), window.youngest(), where);
    }
  }
}
