package dev.finestra.internal.window.flat;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A query combines what inserts and evicts have postponed. If one of its combines throws, the next
 * query gives the correct result.
 */
class FlatFailureTest {
  private static final List<String> ALGORITHMS =
      List.of("flatfit", "amta", "reactive", "b_int", "subwindow");

  @Test
  void shouldAnswerAfterAQueryThatThrew() {
    Trials.run(
        5_000, 100_000, "histories with queries that throw", (seed, only) -> trial(seed, only));
  }

  private static void trial(long seed, boolean all) {
    for (String name : ALGORITHMS) {
      if (all || name.equals(ALGORITHMS.get((int) Math.floorMod(seed, (long) ALGORITHMS.size())))) {
        trial(seed, SlidingWindows.algorithm(name));
      }
    }
  }

  private static void trial(long seed, Algorithm algorithm) {
    SplittableRandom random = new SplittableRandom(seed);
    TestAggregation<?> kind = TestAggregation.ALL.get(random.nextInt(TestAggregation.ALL.size()));
    Histories.Size size =
        kind.compact() && random.nextInt(20) == 0 ? Histories.Size.MEDIUM : Histories.Size.SMALL;
    Contract<?> contract = new Contract<>(algorithm, kind, random.nextBoolean());
    for (Operation operation :
        Histories.of(seed, !algorithm.is(Trait.OUT_OF_ORDER), size).operations()) {
      contract.apply(operation);
      if (random.nextInt(3) > 0) {
        fail(contract, random);
        contract.compareBounds();
        contract.perform(Operation.of(Kind.QUERY));
      }
    }
    contract.compareAll();
  }

  @Test
  void shouldAnswerWhenSlidesThrow() {
    Trials.run(2_000, 40_000, "slides with queries that throw", (seed, only) -> slide(seed, only));
  }

  /** Entries in order, one by one and in bulks, with a query after each. */
  private static void slide(long seed, boolean all) {
    for (String name : ALGORITHMS) {
      if (all || name.equals(ALGORITHMS.get((int) Math.floorMod(seed, (long) ALGORITHMS.size())))) {
        slide(SlidingWindows.algorithm(name), new SplittableRandom(seed));
      }
    }
  }

  private static void slide(Algorithm algorithm, SplittableRandom random) {
    Contract<?> contract = new Contract<>(algorithm, TestAggregation.HASH, random.nextBoolean());
    int longest = 1 + random.nextInt(8);
    long now = 0;
    for (int step = 0; step < 100; step++) {
      long[] times = new long[random.nextInt(3) == 0 ? 1 + random.nextInt(longest) : 1];
      for (int i = 0; i < times.length; i++) {
        times[i] = now++;
      }
      contract.perform(
          Operation.with(Kind.BULK_INSERT, times, times.clone(), Operation.ValueForm.LONG));
      if (random.nextInt(3) == 0) {
        long evicted = contract.window().oldest() + random.nextInt(2 * longest);
        contract.perform(Operation.at(Kind.BULK_EVICT, evicted));
      }
      if (random.nextInt(8) == 0) {
        fail(contract, random);
      }
      contract.apply(Operation.of(Kind.QUERY));
    }
  }

  /** Queries with a combine that throws, up to a given number of times. */
  private static void fail(Contract<?> contract, SplittableRandom random) {
    int times = 1 + random.nextInt(3);
    try {
      for (int i = 0; i < times; i++) {
        contract.probe().failCombineAfter(random.nextInt(1 + random.nextInt(30)));
        contract.window().query();
      }
    } catch (Probe.Planted planted) {
      // expected
    } finally {
      contract.probe().heal();
    }
  }
}
