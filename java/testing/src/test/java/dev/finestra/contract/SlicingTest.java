package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Oracle;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Slicing around any algorithm equals an oracle with rounded times. */
class SlicingTest {
  private static final long[] WIDTHS = {1, 2, 3, 10, 60, 1_000, 1L << 40, Long.MAX_VALUE};

  @Test
  void shouldEqualRecalculationOfRoundedTimes() {
    Trials.run(3_000, 60_000, "random histories", SlicingTest::trial);
  }

  private static void trial(long seed, boolean all) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Algorithm> inner = Subjects.algorithms();
    trial(seed, inner.get(random.nextInt(inner.size())), WIDTHS[random.nextInt(WIDTHS.length)]);
  }

  private static void trial(long seed, Algorithm inner, long width) {
    boolean invertible = inner.is(Trait.NEEDS_INVERSE);
    TestAggregation<?> kind =
        TestAggregation.ALL.stream()
            .filter(k -> Subjects.fits(inner, k, invertible) && k.compact())
            .skip(Math.floorMod(seed, 2))
            .findFirst()
            .orElse(TestAggregation.SUM);
    check(kind, seed, inner, invertible, width);
  }

  /** The contract gets rounded times, so that slicing changes none. */
  private static <O> void check(
      TestAggregation<O> kind, long seed, Algorithm inner, boolean invertible, long width) {
    String name = "slicing(" + inner.name() + "," + width + ")";
    var aggregation = kind.aggregation(invertible, new Probe());
    SlidingWindow<O> sliced = Subjects.window(name, aggregation);
    Contract<O> rounded = new Contract<>(SlidingWindows.algorithm(name), kind, invertible);
    for (Operation operation : Histories.of(seed, !inner.is(Trait.OUT_OF_ORDER)).operations()) {
      long[] panes = Arrays.stream(operation.times()).map(t -> pane(t, width)).toArray();
      if (operation.kind() == Kind.MERGE) {
        continue;
      }
      rounded.apply(operation.with(panes, operation.values()));
      if (operation.count() > 0) {
        insert(sliced, operation);
      } else if (operation.kind() == Kind.EVICT) {
        quietly(() -> sliced.evict(operation.from()));
      } else if (operation.kind() == Kind.BULK_EVICT) {
        sliced.bulkEvict(operation.from());
      } else if (operation.kind() == Kind.CLEAR) {
        sliced.clear();
      }
      sliced.checkInvariants();
      Oracle<O> oracle = rounded.oracle();
      assertEquals(oracle.size(), sliced.size(), name + " after " + operation);
      assertEquals(oracle.query(), sliced.query(), name + " after " + operation);
    }
    rounded.compareAll();
  }

  private static void insert(SlidingWindow<?> window, Operation operation) {
    quietly(() -> Contract.insert(window, operation));
  }

  /** The contract has checked that an in-order algorithm rejects late entries. */
  private static void quietly(Runnable action) {
    try {
      action.run();
    } catch (UnsupportedOperationException refused) {
      // the comparison that follows decides whether that was right
    }
  }

  private static long pane(long time, long width) {
    java.math.BigInteger begin =
        java.math.BigInteger.valueOf(time)
            .subtract(java.math.BigInteger.valueOf(time).mod(java.math.BigInteger.valueOf(width)));
    return begin.max(java.math.BigInteger.valueOf(Long.MIN_VALUE)).longValueExact();
  }

  @Test
  void shouldHoldOneEntryAMinuteForADay() {
    SlidingWindow<Object> day = SlidingWindows.of("slicing(fiba,60000)", "sum_wrapping");
    long events = 0;
    for (long now = 0; now < 3L * 86_400_000; now += 997) {
      day.insert(now, 1L);
      if (now / 60_000 != (now + 997) / 60_000) {
        long end = (now / 60_000 + 1) * 60_000;
        day.bulkEvict(end - 86_400_000 - 1);
        events = day.queryLong();
      }
    }
    assertEquals(1_440, day.size());
    assertEquals(86_400_000 / 997.0, events, 1.0);
  }
}
