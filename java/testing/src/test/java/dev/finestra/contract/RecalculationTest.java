package dev.finestra.contract;

import dev.finestra.testing.Histories;
import dev.finestra.testing.History;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Shrinker;
import dev.finestra.testing.Trials;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every algorithm equals recalculation, for any order and any monoid, and its numbered invariants
 * hold after every operation.
 *
 * <p>A seed makes a history and picks one algorithm; a replay runs the history on all.
 */
class RecalculationTest {
  @Test
  void shouldEqualRecalculation() {
    Trials.run(
        100_000,
        2_000_000,
        "random histories",
        (seed, all) -> Choice.each(seed, all, a -> true, choice -> trial(seed, choice)));
  }

  private static void trial(long seed, Choice choice) {
    History history = Histories.of(seed, choice.inOrder());
    Choice fit = history.values() < 2_000 ? choice : choice.compact();
    boolean curious = choice.random().nextBoolean();
    try {
      fit.contract().curious(curious).run(history.operations());
    } catch (AssertionError wrong) {
      throw shrunk(fit, curious, history, wrong);
    }
  }

  private static AssertionError shrunk(
      Choice choice, boolean curious, History history, AssertionError wrong) {
    AssertionError[] last = {wrong};
    List<Operation> small =
        Shrinker.shrink(
            history.operations(),
            operations -> {
              try {
                choice.contract().curious(curious).run(operations);
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
            + choice.algorithm().name()
            + " --aggregation concat --type string <<'END'\n"
            + new History(history.profile(), small).lines()
            + "query\nEND",
        last[0]);
  }
}
