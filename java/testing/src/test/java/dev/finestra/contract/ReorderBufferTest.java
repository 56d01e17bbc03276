package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Oracle;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A reorder buffer around an in-order algorithm accepts entries that are late by at most its bound,
 * and its results include every entry.
 */
class ReorderBufferTest {
  private static final long[] BOUNDS = {0, 1, 3, 20, 300, 100_000, Long.MAX_VALUE};

  private static final List<Algorithm> IN_ORDER =
      Subjects.algorithms().stream().filter(a -> !a.is(Trait.OUT_OF_ORDER)).toList();

  @Test
  void shouldEqualRecalculationWithinItsBound() {
    Trials.run(4_000, 80_000, "random histories", ReorderBufferTest::trial);
  }

  private static void trial(long seed, boolean all) {
    SplittableRandom random = new SplittableRandom(seed);
    Algorithm inner = IN_ORDER.get(random.nextInt(IN_ORDER.size()));
    long bound = BOUNDS[random.nextInt(BOUNDS.length)];
    boolean invertible = inner.is(Trait.NEEDS_INVERSE);
    List<TestAggregation<?>> kinds =
        TestAggregation.ALL.stream()
            .filter(k -> k.compact() && Subjects.fits(inner, k, invertible))
            .toList();
    TestAggregation<?> kind = kinds.get(random.nextInt(kinds.size()));
    check(inner, kind, bound).run(Histories.of(seed, random.nextBoolean()).operations());
  }

  private static <O> Check<O> check(Algorithm inner, TestAggregation<O> kind, long bound) {
    Aggregation<O> aggregation = kind.aggregation(inner.is(Trait.NEEDS_INVERSE), new Probe());
    return new Check<>(inner, aggregation, new Oracle<>(kind.fold()), bound);
  }

  /** One window with its oracle. */
  private static final class Check<O> {
    private final String name;
    private final boolean entries;
    private final boolean ranges;
    private final Aggregation<O> aggregation;
    private final Oracle<O> oracle;
    private final long bound;
    private SlidingWindow<O> window;
    private long highest;

    Check(Algorithm inner, Aggregation<O> aggregation, Oracle<O> oracle, long bound) {
      this.name = "reorder(" + inner.name() + "," + bound + ")";
      this.entries = inner.is(Trait.KEEPS_ENTRIES);
      this.ranges = inner.is(Trait.RANGE_QUERY);
      this.aggregation = aggregation;
      this.oracle = oracle;
      this.bound = bound;
      this.window = Subjects.window(name, aggregation);
    }

    void run(List<Operation> operations) {
      for (Operation operation : operations) {
        String where = name + " after " + operation;
        apply(operation);
        window.checkInvariants();
        assertEquals(oracle.size(), window.size(), where);
        assertEquals(oracle.query(), window.query(), where);
        if (!oracle.isEmpty()) {
          assertEquals(oracle.oldest(), window.oldest(), where);
          assertEquals(oracle.youngest(), window.youngest(), where);
        }
      }
    }

    private void apply(Operation operation) {
      switch (operation.kind()) {
        case INSERT, BULK_INSERT -> insert(operation);
        case EVICT -> evict(operation.from());
        case BULK_EVICT -> {
          window.bulkEvict(operation.from());
          oracle.bulkEvict(operation.from());
        }
        case RANGE_QUERY -> {
          if (ranges) {
            assertEquals(
                oracle.query(operation.from(), operation.to()),
                window.query(operation.from(), operation.to()));
          }
        }
        case FOR_EACH -> {
          if (entries) {
            assertEquals(oracle.answers(), Contract.entries(window));
          }
        }
        case SNAPSHOT -> {
          SlidingWindow<O> restored = Subjects.window(name, aggregation);
          restored.restore(window.snapshot());
          window = restored;
          if (entries && !oracle.isEmpty()) {
            highest = oracle.youngest();
          }
        }
        case CLEAR -> {
          window.clear();
          oracle.clear();
        }
        case QUERY, MOVE, MERGE -> {
          // queried after each operation, or tested by Contract
        }
      }
    }

    private boolean isBelowBound(long time) {
      return !oracle.isEmpty() && highest >= Long.MIN_VALUE + bound && time < highest - bound;
    }

    private void insert(Operation operation) {
      int first = operation.firstPresent();
      if (first < operation.count() && isBelowBound(operation.times()[first])) {
        String message =
            Contract.throwing(
                    UnsupportedOperationException.class, () -> Contract.insert(window, operation))
                .getMessage();
        assertTrue(message.contains("b_fiba"), message);
        return;
      }
      Contract.insert(window, operation);
      for (int i = 0; i < operation.count(); i++) {
        if (operation.values()[i] != Operation.NULL) {
          long time = operation.times()[i];
          highest = oracle.isEmpty() ? time : Math.max(highest, time);
          oracle.insert(time, operation.values()[i]);
        }
      }
    }

    private void evict(long time) {
      boolean there = oracle.holds(time);
      if (there && time != oracle.oldest() && isBelowBound(time)) {
        Contract.throwing(UnsupportedOperationException.class, () -> window.evict(time));
        return;
      }
      assertEquals(there, window.evict(time));
      oracle.evict(time);
    }
  }

  @Test
  void shouldRejectAlgorithmsThatNeedNoReorderBuffer() {
    for (String name :
        List.of(
            "reorder(b_fiba4,10)",
            "reorder(recalculate,10)",
            "reorder(two_stacks_lite,-1)",
            "reorder(two_stacks_lite)",
            "reorder(two_stacks_lite,x)",
            "slicing(b_fiba4,0)",
            "slicing(b_fiba4)",
            "slicing(nothing,5)")) {
      Contract.throwing(
          IllegalArgumentException.class, () -> dev.finestra.SlidingWindows.algorithm(name));
    }
  }
}
