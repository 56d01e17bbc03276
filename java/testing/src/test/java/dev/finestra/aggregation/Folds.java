package dev.finestra.aggregation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Results of values that are combined in one of the many groupings that must agree. */
final class Folds {
  private Folds() {}

  /**
   * The result when random neighbours, one of them an identity, are combined until one is left; or
   * the exception of lower if the result is out of range.
   */
  static Object atRandom(Aggregation<?> aggregation, List<Object> values, SplittableRandom random) {
    ObjectAggregation<Object, ?> monoid = GuardedWords.objects(aggregation);
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
