package dev.finestra.contract;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.testing.Contract;
import dev.finestra.testing.History;
import dev.finestra.testing.History.Profile;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Operation.ValueForm;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * All short histories over few times, on every algorithm: there is no small counterexample.
 *
 * <p>Each history is compared at its end only, because its beginnings are histories too.
 * Continuations of a rejected operation are left out. So are histories that begin with more than
 * two operations on an empty window.
 */
class SmallHistoriesTest {
  /** All operations over the times 0, 1 and 2; the values are numbered when they are used. */
  private static final List<Operation> THREE_TIMES =
      Stream.of(
              LongStream.range(0, 3).mapToObj(SmallHistoriesTest::insert),
              LongStream.range(0, 3).mapToObj(t -> Operation.at(Kind.EVICT, t)),
              LongStream.range(0, 3).mapToObj(t -> Operation.at(Kind.BULK_EVICT, t)),
              Stream.of(bulk(0, 1), bulk(0, 2), bulk(1, 2), bulk(0, 1, 2), bulk(1, 1)),
              Stream.of(Operation.of(Kind.QUERY)))
          .flatMap(s -> s)
          .toList();

  private static Operation insert(long time) {
    return Operation.insert(time, 0, ValueForm.LONG);
  }

  private static Operation bulk(long... times) {
    return Operation.with(Kind.BULK_INSERT, times, new long[times.length], ValueForm.LONG);
  }

  @Test
  void shouldHoldForAllHistoriesOverThreeTimes() {
    int longest = (int) Tier.figure(3, 5, 6);
    AtomicLong count = new AtomicLong();
    long start = System.nanoTime();
    Subjects.small().stream()
        .flatMap(a -> THREE_TIMES.stream().map(first -> new Start(a, List.of(first))))
        .parallel()
        .forEach(s -> extend(s.algorithm, s.operations, THREE_TIMES, longest, count));
    Trials.report(count.get(), "histories of up to " + longest + " operations", start);
  }

  /**
   * Windows of up to 14 entries, and all histories of two or three operations on or between them.
   */
  @Test
  void shouldHoldForAllChangesOfFilledWindows() {
    int operations = (int) Tier.figure(2, 2, 3);
    int most = (int) Tier.figure(6, 8, 14);
    AtomicLong count = new AtomicLong();
    long start = System.nanoTime();
    Subjects.algorithms().stream()
        .flatMap(a -> IntStream.rangeClosed(1, most).mapToObj(n -> new Start(a, filled(a, n))))
        .parallel()
        .forEach(
            s -> {
              int entries = s.operations.size();
              List<Operation> choices = changes(s.algorithm, entries);
              extend(s.algorithm, s.operations, choices, entries + operations, count);
            });
    Trials.report(count.get(), "changes of filled windows", start);
  }

  private record Start(Algorithm algorithm, List<Operation> operations) {}

  /** Entries at 0, 10, 20 …; from the middle outwards if the algorithm accepts any order. */
  private static List<Operation> filled(Algorithm algorithm, int entries) {
    List<Operation> inserts = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      boolean outwards = algorithm.is(Trait.OUT_OF_ORDER) && entries % 2 == 0;
      int outward = entries / 2 + (i % 2 == 0 ? i / 2 : -1 - i / 2);
      inserts.add(insert(10L * (outwards ? outward : i)));
    }
    return inserts;
  }

  private static List<Operation> changes(Algorithm algorithm, int entries) {
    boolean anywhere = algorithm.is(Trait.OUT_OF_ORDER);
    List<Operation> changes = new ArrayList<>();
    int from = anywhere ? -1 : entries - 1;
    for (int i = from; i <= entries; i++) {
      changes.add(insert(10L * i));
      changes.add(insert(10L * i + 5));
      changes.add(bulk(10L * i, 10L * i + 3, 10L * i + 3, 10L * i + 6, 10L * i + 10));
      changes.add(bulk(10L * i + 2, 10L * i + 4, 10L * i + 22, 10L * i + 30, 10L * i + 31));
    }
    for (int i = 0; i < entries; i++) {
      if (anywhere || i == 0) {
        changes.add(Operation.at(Kind.EVICT, 10L * i));
      }
      changes.add(Operation.at(Kind.BULK_EVICT, 10L * i));
    }
    return changes;
  }

  /** Runs this history and all its continuations up to the longest. */
  private static void extend(
      Algorithm algorithm,
      List<Operation> history,
      List<Operation> choices,
      int longest,
      AtomicLong count) {
    Operation[] operations = history.toArray(new Operation[longest]);
    for (int i = 0; i < history.size(); i++) {
      operations[i] = numbered(operations[i], i);
    }
    count.addAndGet(extend(algorithm, operations, history.size(), choices));
  }

  private static long extend(
      Algorithm algorithm, Operation[] operations, int length, List<Operation> choices) {
    List<Operation> history = Arrays.asList(operations).subList(0, length);
    boolean taken = check(algorithm, history);
    boolean fresh = history.stream().allMatch(o -> o.count() == 0);
    long count = 1;
    if (taken && length < (fresh ? Math.min(2, operations.length) : operations.length)) {
      for (Operation choice : choices) {
        operations[length] = numbered(choice, length);
        count += extend(algorithm, operations, length + 1, choices);
      }
    }
    return count;
  }

  /** Gives each value its own number, so that a wrong order shows. */
  private static Operation numbered(Operation operation, int at) {
    long[] values = new long[operation.count()];
    Arrays.setAll(values, i -> 1 + 10L * at + i);
    return operation.with(operation.times(), values);
  }

  /** Runs a history; returns whether its last operation was accepted. */
  private static boolean check(Algorithm algorithm, List<Operation> operations) {
    TestAggregation<?> kind =
        algorithm.is(Trait.NEEDS_COMMUTATIVE) ? TestAggregation.SUM : TestAggregation.AFFINE;
    try {
      Contract<?> contract = new Contract<>(algorithm, kind, algorithm.is(Trait.NEEDS_INVERSE));
      operations.forEach(contract::perform);
      boolean taken = !contract.wasRefused();
      contract.compareAnswers();
      return taken;
    } catch (AssertionError | RuntimeException wrong) {
      throw new AssertionError(
          algorithm.name()
              + ": "
              + wrong.getMessage()
              + "\n"
              + new History(Profile.FEW_TIMES, operations).lines(),
          wrong);
    }
  }
}
