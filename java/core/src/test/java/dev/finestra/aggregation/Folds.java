package dev.finestra.aggregation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Answers from values that were combined in one grouping of the many that must agree. */
final class Folds {
  private Folds() {}

  /**
   * The answer when neighbours, an identity among them, are combined at random until one is left;
   * what lower throws where the answer is beyond its range.
   */
  static Object atRandom(Aggregation<?> aggregation, List<Object> values, SplittableRandom random) {
    Monoid<Object> monoid = Monoid.of(aggregation);
    List<Object> states = new ArrayList<>(values.stream().map(monoid::lift).toList());
    states.add(random.nextInt(states.size() + 1), monoid.identity());
    boolean together = random.nextInt(8) == 0;
    while (states.size() > 1) {
      int i = together ? 0 : random.nextInt(states.size() - 1);
      states.set(i, monoid.combine(states.get(i), states.remove(i + 1)));
    }
    try {
      return monoid.lower(states.get(0));
    } catch (ArithmeticException refused) {
      return refused;
    }
  }
}
