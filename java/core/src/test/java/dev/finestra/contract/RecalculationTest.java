package dev.finestra.contract;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.History;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Shrinker;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.TestAggregation;
import dev.finestra.testing.Trials;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * T1 and T3: every algorithm equals recalculation for any order and any monoid, and its numbered
 * invariants hold after every operation.
 *
 * <p>A seed makes a history; it goes to one algorithm in a run of many, to all of them in a replay.
 */
class RecalculationTest {
  @Test
  void shouldEqualRecalculation() {
    Trials.run(100_000, 2_000_000, "random histories", RecalculationTest::trial);
  }

  private static void trial(long seed, boolean all) {
    List<Algorithm> algorithms = Subjects.algorithms();
    if (all) {
      algorithms.forEach(algorithm -> trial(seed, algorithm));
    } else {
      trial(seed, algorithms.get((int) Math.floorMod(Trials.mix(seed), algorithms.size())));
    }
  }

  private static void trial(long seed, Algorithm algorithm) {
    History history = Histories.of(seed, !algorithm.is(Trait.OUT_OF_ORDER));
    SplittableRandom random = new SplittableRandom(seed + 1);
    boolean curious = random.nextBoolean();
    boolean invertible = random.nextBoolean() || algorithm.is(Trait.NEEDS_INVERSE);
    List<TestAggregation<?>> kinds =
        TestAggregation.ALL.stream()
            .filter(k -> Subjects.fits(algorithm, k, invertible))
            .filter(k -> k.compact() || history.values() < 2_000)
            .toList();
    TestAggregation<?> kind = kinds.get(random.nextInt(kinds.size()));
    try {
      new Contract<>(algorithm, kind, invertible).curious(curious).run(history.operations());
    } catch (AssertionError wrong) {
      throw shrunk(algorithm, kind, invertible, curious, history, wrong);
    }
  }

  private static AssertionError shrunk(
      Algorithm algorithm,
      TestAggregation<?> kind,
      boolean invertible,
      boolean curious,
      History history,
      AssertionError wrong) {
    AssertionError[] last = {wrong};
    List<Operation> small =
        Shrinker.shrink(
            history.operations(),
            operations -> {
              try {
                new Contract<>(algorithm, kind, invertible).curious(curious).run(operations);
                return false;
              } catch (AssertionError fails) {
                last[0] = fails;
                return true;
              }
            });
    return new AssertionError(
        last[0].getMessage()
            + "\n"
            + history.profile()
            + (curious ? ", asked after each operation" : "")
            + ", shrunk to\nbin/finestra replay --algorithm "
            + algorithm.name()
            + " --aggregation concat --type string <<'END'\n"
            + new History(history.profile(), small).lines()
            + "query\nEND",
        last[0]);
  }
}
