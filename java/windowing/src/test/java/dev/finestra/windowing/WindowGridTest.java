package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.finestra.testing.Trials;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every method of {@link WindowGrid} against the definition, also at the ends of the range. */
class WindowGridTest {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  @Test
  void agreesWithTheDefinition() {
    Trials.run(20_000, 2_000_000, "grids", (seed, only) -> check(new Random(seed)));
  }

  private static void check(Random random) {
    long size = length(random);
    long slide = random.nextInt(4) == 0 ? size : length(random);
    // This test lists all windows that contain a time, so there must be few.
    if (size / slide > 200) {
      slide = size / 200 + 1;
    }
    WindowGrid grid = WindowGrid.of(size, slide, random.nextLong());
    long time = time(random, grid);
    List<BigInteger> starts = starts(grid, time);
    BigInteger at = BigInteger.valueOf(time);
    BigInteger newest = newest(grid, at);
    assertEquals(at.subtract(newest).longValue(), grid.sinceStart(time));
    assertEquals(clamp(newest), grid.lastStart(time));
    assertEquals(!starts.isEmpty(), grid.covers(time));
    if (!starts.isEmpty()) {
      assertEquals(clamp(starts.get(0)), grid.firstStart(time));
    }
    BigInteger next = newest.equals(at) ? newest : newest.add(big(slide));
    assertEquals(clamp(next), grid.startFrom(time));
    BigInteger ends = newest(grid, at.subtract(big(size))).add(big(size)).add(big(slide));
    assertEquals(clamp(ends), grid.endAfter(time));
    List<Long> distances = new ArrayList<>();
    grid.forEachDistance(time, distances::add);
    assertEquals(starts.stream().map(s -> at.subtract(s).longValue()).toList(), distances);
    checkPanes(grid, time, starts);
    checkSeveral(grid, random, time);
  }

  private static void checkPanes(WindowGrid grid, long time, List<BigInteger> starts) {
    BigInteger newest = newest(grid, big(time));
    BigInteger lastEnd = newest(grid, big(time).subtract(big(grid.size()))).add(big(grid.size()));
    assertEquals(clamp(newest.max(lastEnd)), grid.paneStart(time));
    BigInteger slide = big(grid.slide());
    assertEquals(clamp(newest.min(lastEnd).add(slide)), grid.paneEnd(time));
    BigInteger slides = floorDiv(newest.subtract(big(grid.offset())), slide);
    boolean isSecond = lastEnd.compareTo(newest) > 0;
    BigInteger number =
        slides.multiply(big(grid.panesPerSlide())).add(isSecond ? BigInteger.ONE : BigInteger.ZERO);
    if (number.bitLength() > 62) {
      return;
    }
    assertEquals(number.longValueExact(), grid.paneNumber(time));
    if (starts.isEmpty()) {
      return;
    }
    BigInteger oldest = starts.get(0).subtract(big(grid.offset())).divide(big(grid.slide()));
    assertEquals(oldest.longValueExact(), grid.firstWindow(grid.paneNumber(time)));
    long window = oldest.longValueExact();
    assertEquals(number.max(big(grid.firstPane(window))), number);
    assertEquals(number.min(big(grid.pastPane(window) - 1)), number);
    assertExact(starts.get(0), () -> grid.startOf(window));
    assertExact(starts.get(0).add(big(grid.size())), () -> grid.endOf(window));
  }

  private interface Exact {
    long get();
  }

  private static void assertExact(BigInteger expected, Exact actual) {
    if (expected.equals(big(clamp(expected)))) {
      try {
        assertEquals(expected.longValueExact(), actual.get());
      } catch (ArithmeticException onTheWay) {
        // Throws only if an intermediate sum leaves the range, near its end.
        assertEquals(true, expected.bitLength() >= 62, onTheWay.getMessage());
      }
    } else {
      assertThrows(ArithmeticException.class, actual::get);
    }
  }

  private static void checkSeveral(WindowGrid grid, Random random, long time) {
    long[] times = new long[1 + random.nextInt(5)];
    times[0] = time;
    for (int i = 1; i < times.length; i++) {
      long step = (long) (random.nextDouble() * 3 * grid.size());
      times[i] = WindowGrid.plus(times[i - 1], step);
    }
    TreeSet<BigInteger> expected = new TreeSet<>();
    List<BigInteger> byDistance = new ArrayList<>();
    for (int i = 0; i < times.length; i++) {
      expected.addAll(starts(grid, times[i]));
      BigInteger at = big(times[i]);
      if (i == 0) {
        grid.forEachDistance(times[i], since -> byDistance.add(at.subtract(big(since))));
      } else {
        grid.forEachDistance(
            times[i], times[i - 1], since -> byDistance.add(at.subtract(big(since))));
      }
    }
    assertEquals(new ArrayList<>(expected), byDistance);
    List<Long> ends = new ArrayList<>();
    grid.forEachEnd(times, ends::add);
    List<Long> inRange =
        expected.stream()
            .map(start -> start.add(big(grid.size())))
            .filter(end -> end.compareTo(MAX) < 0)
            .map(BigInteger::longValueExact)
            .toList();
    assertEquals(inRange, ends, () -> grid + " at " + Arrays.toString(times));
  }

  /** The starts of all windows that contain the time, oldest first. */
  private static List<BigInteger> starts(WindowGrid grid, long time) {
    List<BigInteger> starts = new ArrayList<>();
    BigInteger start = newest(grid, big(time));
    while (start.add(big(grid.size())).compareTo(big(time)) > 0) {
      starts.add(0, start);
      start = start.subtract(big(grid.slide()));
    }
    return starts;
  }

  private static BigInteger newest(WindowGrid grid, BigInteger time) {
    BigInteger since = time.subtract(big(grid.offset()));
    return time.subtract(since.mod(big(grid.slide())));
  }

  private static BigInteger floorDiv(BigInteger a, BigInteger b) {
    return a.subtract(a.mod(b)).divide(b);
  }

  private static long clamp(BigInteger value) {
    return value.max(MIN).min(MAX).longValueExact();
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static long length(Random random) {
    return 1 + (random.nextLong() >>> 1 + random.nextInt(2) + (random.nextInt(6) + 1) * 9);
  }

  private static long time(Random random, WindowGrid grid) {
    long near = (long) (random.nextGaussian() * 2 * grid.size());
    return switch (random.nextInt(4)) {
      case 0 -> Long.MIN_VALUE + (Math.abs(near) & Long.MAX_VALUE);
      case 1 -> Long.MAX_VALUE - (Math.abs(near) & Long.MAX_VALUE);
      case 2 -> random.nextLong();
      default -> near;
    };
  }
}
