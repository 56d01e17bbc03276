package dev.finestra.contract;

import static dev.finestra.testing.Contract.throwing;

import dev.finestra.SlidingWindow;
import dev.finestra.WindowClosedException;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Histories.Size;
import dev.finestra.testing.History;
import dev.finestra.testing.History.Profile;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe.Planted;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * If user code throws, the window is unchanged or closed, never partly changed.
 *
 * <p>Each history runs once for each of its combines (or lifts), and in each run another one
 * throws.
 */
class ThrowingTest {
  private static final Set<Kind> CHANGES =
      EnumSet.of(
          Kind.INSERT, Kind.BULK_INSERT, Kind.EVICT, Kind.BULK_EVICT, Kind.MERGE, Kind.CLEAR);

  /** In a history of very many combines, this many of them throw, evenly spread. */
  private static final long MOST = 200;

  @Test
  void shouldStayOrCloseWhenCombineThrows() {
    AtomicLong thrown = new AtomicLong();
    long start = System.nanoTime();
    Trials.run(
        1_000,
        20_000,
        "histories",
        (s, all) -> Choice.each(s, all, a -> true, c -> thrown.addAndGet(trial(s, c, true))));
    Trials.report(thrown.get(), "throwing combines", start);
  }

  @Test
  void shouldStayOrCloseWhenLiftThrows() {
    AtomicLong thrown = new AtomicLong();
    long start = System.nanoTime();
    Trials.run(
        1_000,
        20_000,
        "histories",
        (s, all) -> Choice.each(s, all, a -> true, c -> thrown.addAndGet(trial(s, c, false))));
    Trials.report(thrown.get(), "throwing lifts", start);
  }

  private static long trial(long seed, Choice choice, boolean combine) {
    Size size = choice.random().nextInt(200) == 0 ? Size.MEDIUM : Size.SMALL;
    History history = Histories.of(seed, choice.inOrder(), size);
    return trial(choice, choice.contract(), history.operations(), combine);
  }

  private static <O> long trial(
      Choice choice, Contract<O> whole, List<Operation> operations, boolean combine) {
    operations.forEach(whole::perform);
    long count = combine ? whole.probe().combines : whole.probe().lifts;
    long step = Math.max(1, count / MOST);
    long thrown = 0;
    for (long k = 0; k < count; k += step, thrown++) {
      Contract<O> contract = whole.another();
      if (combine) {
        contract.probe().failCombineAfter(k);
      } else {
        contract.probe().failLiftAfter(k);
      }
      try {
        interrupted(contract, operations);
      } catch (AssertionError | RuntimeException wrong) {
        throw new AssertionError(
            choice
                + ", throwing at "
                + (combine ? "combine " : "lift ")
                + (k + 1)
                + ": "
                + wrong.getMessage()
                + "\n"
                + new History(Profile.WILD, operations).lines(),
            wrong);
      }
    }
    return thrown;
  }

  /** Runs until something throws; then the window is closed, or unchanged and usable. */
  private static <O> void interrupted(Contract<O> contract, List<Operation> operations) {
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      try {
        contract.perform(operation);
      } catch (Planted planted) {
        contract.probe().heal();
        if (isClosed(contract.window())) {
          if (!CHANGES.contains(operation.kind())) {
            throw new AssertionError("closed by " + operation, planted);
          }
          staysClosed(contract, planted);
          return;
        }
        try {
          contract.compareAll();
          operations.subList(i, operations.size()).forEach(contract::apply);
          contract.compareAll();
        } catch (AssertionError | RuntimeException wrong) {
          throw new AssertionError("after " + operation + " threw: " + wrong.getMessage(), wrong);
        }
        return;
      }
    }
    throw new AssertionError("nothing was thrown: the aggregation's exception was swallowed");
  }

  private static boolean isClosed(SlidingWindow<?> window) {
    try {
      window.query();
      return false;
    } catch (WindowClosedException closed) {
      return true;
    }
  }

  private static <O> void staysClosed(Contract<O> contract, Planted planted) {
    SlidingWindow<O> window = contract.window();
    SlidingWindow<O> other = contract.another().window();
    other.insert(1, 1L);
    byte[] snapshot = other.snapshot();
    long[] times = {Long.MAX_VALUE};
    List<Runnable> calls =
        List.of(
            () -> window.insert(Long.MAX_VALUE, 1L),
            () -> window.insert(Long.MAX_VALUE, 1.0),
            () -> window.insert(Long.MAX_VALUE, (Object) 1L),
            () -> window.bulkInsert(times, new long[] {1}, 0, 1),
            () -> window.bulkInsert(times, new double[] {1}, 0, 1),
            () -> window.bulkInsert(times, new Object[] {1L}, 0, 1),
            () -> window.evict(0),
            () -> window.bulkEvict(0),
            window::query,
            window::queryLong,
            window::queryDouble,
            () -> window.query(0, 1),
            window::oldest,
            window::youngest,
            window::size,
            window::isEmpty,
            () -> window.forEach((time, value) -> {}),
            () -> window.merge(other),
            window::clear,
            window::snapshot,
            () -> window.restore(snapshot));
    for (int i = 0; i < calls.size(); i++) {
      try {
        WindowClosedException closed = throwing(WindowClosedException.class, calls.get(i));
        if (closed.getCause() != planted) {
          throw new AssertionError("the cause is " + closed.getCause());
        }
      } catch (AssertionError wrong) {
        throw new AssertionError("call " + i + " on a closed window: " + wrong.getMessage(), wrong);
      }
    }
  }
}
