package dev.finestra.contract;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Histories.Size;
import dev.finestra.testing.History;
import dev.finestra.testing.History.Profile;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Operation.ValueForm;
import dev.finestra.testing.Shrinker;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two ways to the same window give the same results: bulk or one by one; restored or not; merged or
 * concatenated; moved to another algorithm or not.
 *
 * <p>Both ways are compared with the oracle at every step.
 */
class EquivalenceTest {
  private static final long PUSH = 50_000;
  private static final long LONG = 200_000;

  /** A second way to perform a history; it throws an AssertionError if the results differ. */
  @FunctionalInterface
  private interface Way {
    <O> void go(Contract<O> contract, List<Operation> operations);
  }

  private static void bothWays(long seed, boolean all, Way way) {
    Choice.each(seed, all, a -> true, choice -> bothWays(seed, choice, way));
  }

  private static void fromKeeping(long seed, boolean all, Way way) {
    Choice.each(seed, all, a -> a.is(Trait.KEEPS_ENTRIES), choice -> bothWays(seed, choice, way));
  }

  private static void bothWays(long seed, Choice choice, Way way) {
    Size size = choice.random().nextInt(50) == 0 ? Size.MEDIUM : Size.SMALL;
    History history = Histories.of(seed, choice.inOrder(), size);
    try {
      way.go(choice.contract(), history.operations());
    } catch (AssertionError wrong) {
      AssertionError[] last = {wrong};
      List<Operation> small =
          Shrinker.shrink(history.operations(), operations -> fails(choice, way, operations, last));
      String lines = new History(Profile.WILD, small).lines();
      throw new AssertionError(choice + ": " + last[0].getMessage() + "\n" + lines, last[0]);
    }
  }

  private static boolean fails(
      Choice choice, Way way, List<Operation> operations, AssertionError[] last) {
    try {
      way.go(choice.contract(), operations);
      return false;
    } catch (AssertionError wrong) {
      last[0] = wrong;
      return true;
    }
  }

  @Test
  void shouldInsertBulksAsOneByOne() {
    Way oneByOne =
        new Way() {
          @Override
          public <O> void go(Contract<O> contract, List<Operation> operations) {
            Contract<O> single = contract.another();
            for (Operation operation : operations) {
              contract.apply(operation);
              if (!contract.wasRefused()) {
                singles(operation).forEach(single::apply);
              }
            }
            alike(contract, single);
          }
        };
    Trials.run(
        PUSH, LONG, "histories, bulk and one by one", (s, all) -> bothWays(s, all, oneByOne));
  }

  private static List<Operation> singles(Operation bulk) {
    if (bulk.kind() != Kind.BULK_INSERT && bulk.kind() != Kind.MERGE) {
      return List.of(bulk);
    }
    return IntStream.range(0, bulk.count())
        .mapToObj(i -> Operation.insert(bulk.times()[i], bulk.values()[i], bulk.type()))
        .toList();
  }

  @Test
  void shouldGoOnAfterRestore() {
    Way restored =
        new Way() {
          @Override
          public <O> void go(Contract<O> contract, List<Operation> operations) {
            int half = operations.size() / 2;
            operations.subList(0, half).forEach(contract::apply);
            Contract<O> other = contract.another();
            // Earlier content of the window must be gone.
            other
                .window()
                .insert(contract.oracle().isEmpty() ? 0 : contract.oracle().oldest(), 77L);
            other.restoreFrom(contract);
            for (Operation operation : operations.subList(half, operations.size())) {
              contract.apply(operation);
              other.apply(operation);
            }
            alike(contract, other);
          }
        };
    Trials.run(PUSH, LONG, "histories, restored and not", (s, all) -> bothWays(s, all, restored));
  }

  @Test
  void shouldMergeAsConcatenation() {
    Way merged =
        new Way() {
          @Override
          public <O> void go(Contract<O> contract, List<Operation> operations) {
            int half = operations.size() / 2;
            Contract<O> single = contract.another();
            operations.subList(0, half).forEach(contract::apply);
            operations.subList(0, half).forEach(single::apply);
            Operation[] inserts =
                operations.subList(half, operations.size()).stream()
                    .flatMap(o -> singles(o).stream())
                    .filter(o -> o.kind() == Kind.INSERT)
                    .toArray(Operation[]::new);
            Arrays.sort(inserts, (a, b) -> Long.compare(a.times()[0], b.times()[0]));
            long[] times = Arrays.stream(inserts).mapToLong(o -> o.times()[0]).toArray();
            long[] values = Arrays.stream(inserts).mapToLong(o -> o.values()[0]).toArray();
            contract.apply(Operation.with(Kind.MERGE, times, values, ValueForm.OBJECT));
            if (!contract.wasRefused()) {
              Arrays.asList(inserts).forEach(single::apply);
            }
            alike(contract, single);
          }
        };
    Trials.run(PUSH / 2, LONG, "merges", (s, all) -> bothWays(s, all, merged));
  }

  @Test
  void shouldKeepTheWindowInMoves() {
    Way moved =
        new Way() {
          @Override
          public <O> void go(Contract<O> contract, List<Operation> operations) {
            int half = operations.size() / 2;
            operations.subList(0, half).forEach(contract::apply);
            for (Algorithm target : contract.others()) {
              Contract<O> other = contract.another(target);
              other.restoreFrom(contract);
              other.run(operations.subList(half, operations.size()));
            }
          }
        };
    Trials.run(
        PUSH / Subjects.algorithms().size() + 1,
        LONG / Subjects.algorithms().size() + 1,
        "histories, each moved to all algorithms",
        (s, all) -> fromKeeping(s, all, moved));
  }

  private static <O> void alike(Contract<O> one, Contract<O> other) {
    if (!one.oracle().answers().equals(other.oracle().answers())) {
      throw new AssertionError("the two windows should be equal; the test itself is wrong");
    }
    one.compareAll();
    other.compareAll();
  }
}
