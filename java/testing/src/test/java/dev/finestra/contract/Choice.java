package dev.finestra.contract;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The choices of a seed in addition to its history: algorithm, monoid, inverse.
 *
 * @param algorithm the algorithm under test
 * @param kind the monoid
 * @param invertible whether the aggregation declares its inverse
 * @param random for other choices of the trial
 */
record Choice(
    Algorithm algorithm, TestAggregation<?> kind, boolean invertible, SplittableRandom random) {

  /** Runs a trial on one algorithm that the seed picks; a replay runs it on all. */
  static void each(long seed, boolean all, Predicate<Algorithm> which, Consumer<Choice> trial) {
    List<Algorithm> algorithms = Subjects.chosen().stream().filter(which).toList();
    if (algorithms.isEmpty()) {
      return;
    }
    if (all) {
      algorithms.forEach(algorithm -> trial.accept(of(seed, algorithm)));
    } else {
      int chosen = Math.floorMod(Trials.mix(seed), algorithms.size());
      trial.accept(of(seed, algorithms.get(chosen)));
    }
  }

  private static Choice of(long seed, Algorithm algorithm) {
    SplittableRandom random = new SplittableRandom(seed + 1);
    boolean invertible = random.nextBoolean() || algorithm.is(Trait.NEEDS_INVERSE);
    List<TestAggregation<?>> kinds =
        TestAggregation.ALL.stream().filter(k -> Subjects.fits(algorithm, k, invertible)).toList();
    return new Choice(algorithm, kinds.get(random.nextInt(kinds.size())), invertible, random);
  }

  /** An empty window with its oracle. */
  Contract<?> contract() {
    return new Contract<>(algorithm, kind, invertible);
  }

  /** The same with a monoid of bounded size. */
  Choice compact() {
    TestAggregation<?> small = kind.compact() ? kind : TestAggregation.HASH;
    return new Choice(algorithm, small, invertible, random);
  }

  boolean inOrder() {
    return !algorithm.is(Trait.OUT_OF_ORDER);
  }

  @Override
  public String toString() {
    return algorithm.name() + " with " + kind + (invertible ? " (invertible)" : "");
  }
}
