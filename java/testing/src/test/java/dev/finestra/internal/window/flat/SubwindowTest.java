package dev.finestra.internal.window.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Oracle;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Slices: every time is rounded down to the start of its slice. */
class SubwindowTest {
  @Test
  void shouldRoundEveryTimeDown() {
    SlidingWindow<String> window = text("subwindow(60)");
    window.insert(125, 1);
    window.insert(61, 2);
    window.insert(179, 3);
    window.insert(-1, 4);
    assertEquals("{-60=4,, 60=2,, 120=1,3,}", Contract.entries(window).toString());
    assertEquals("4,2,1,3,", window.query());
    assertEquals("2,", window.query(119, 119));
    assertEquals("4,2,", window.query(-1, 60));
    assertFalse(window.evict(1));
    assertTrue(window.evict(100));
    assertEquals("4,1,3,", window.query());
    assertEquals(60, widthOfSixty(0, 60, 120).ceiling(90));
    assertEquals(120, widthOfSixty(0, 120).ceiling(90));
    assertEquals(60, widthOfSixty(0, 60).ceiling(119));
    SlidingWindow<String> behind = text("slicing(subwindow(60),120)");
    behind.insert(0, 1);
    behind.insert(300, 1);
    behind.insert(500, 1);
    assertEquals(240, behind.ceiling(250));
    window.bulkEvict(-60);
    assertEquals(120, window.oldest());
    assertEquals("1,3,", window.query());
  }

  private static SlidingWindow<String> widthOfSixty(long... times) {
    SlidingWindow<String> window = text("subwindow(60)");
    for (long time : times) {
      window.insert(time, 1);
    }
    return window;
  }

  @Test
  void shouldAcceptTheSmallestAndLargestTime() {
    SlidingWindow<String> window = text("subwindow(1000)");
    window.insert(Long.MAX_VALUE, 1);
    window.insert(Long.MIN_VALUE, 2);
    window.insert(Long.MIN_VALUE + 1, 3);
    assertEquals("2,3,1,", window.query());
    assertEquals(Long.MIN_VALUE, window.oldest());
    assertEquals(Long.MAX_VALUE - 807, window.youngest());
    assertEquals("1,", window.query(Long.MAX_VALUE, Long.MAX_VALUE));
    window.bulkEvict(Long.MIN_VALUE + 2);
    assertEquals("1,", window.query());
    SlidingWindow<String> widest = text("subwindow(" + Long.MAX_VALUE + ")");
    widest.insert(-1, 1);
    widest.insert(Long.MIN_VALUE, 0);
    widest.insert(Long.MAX_VALUE, 3);
    widest.insert(Long.MAX_VALUE - 1, 2);
    assertEquals("0,1,2,3,", widest.query());
    assertEquals(4, widest.size());
  }

  @Test
  void shouldRejectInvalidWidths() {
    for (String name : new String[] {"subwindow(0)", "subwindow(-1)", "subwindow(x)"}) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> SlidingWindows.algorithm(name));
      assertTrue(refused.getMessage().contains("subwindow(60)"), refused.getMessage());
    }
  }

  @Test
  void shouldEqualRecalculationOverRoundedTimes() {
    Trials.run(10_000, 200_000, "histories of slices", (seed, only) -> trial(seed));
  }

  private static void trial(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long width = 1 + random.nextInt(1 << random.nextInt(10));
    boolean inverse = random.nextBoolean();
    SlidingWindow<Long> window =
        Subjects.window(
            "subwindow(" + width + ")", TestAggregation.AFFINE.aggregation(inverse, new Probe()));
    Oracle<Long> oracle = new Oracle<>(TestAggregation.AFFINE.fold());
    long now = -500;
    long late = 1 + random.nextInt(600);
    for (int step = random.nextInt(300); step >= 0; step--) {
      long time = now - random.nextLong(late);
      long start = Math.floorDiv(time, width) * width;
      switch (random.nextInt(10)) {
        case 0 -> assertEquals(oracle.evict(start), window.evict(time));
        case 1 -> {
          window.bulkEvict(time - late);
          oracle.bulkEvict(Math.floorDiv(time - late, width) * width);
        }
        case 2 -> assertEquals(oracle.query(), window.query());
        case 3 -> {
          long to = time + random.nextLong(late);
          assertEquals(oracle.query(start, to), window.query(time, to));
        }
        default -> {
          window.insert(time, step);
          oracle.insert(start, step);
          now += random.nextInt(1 + random.nextInt(20));
        }
      }
      window.checkInvariants();
    }
    assertEquals(oracle.size(), window.size());
    assertEquals(oracle.query(), window.query());
  }

  private static SlidingWindow<String> text(String algorithm) {
    return Subjects.window(algorithm, TestAggregation.TEXT.aggregation(false, new Probe()));
  }
}
