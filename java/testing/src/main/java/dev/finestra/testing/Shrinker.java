package dev.finestra.testing;

import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Operation.ValueForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Reduces a failing history: drops operations, shrinks bulks, and makes times and values small.
 *
 * <p>The reduced history fails too, though perhaps for another reason. The search ends after a
 * number of attempts or a time limit; {@code -Dfinestra.shrink=0} turns it off.
 */
public final class Shrinker {
  private static final int ATTEMPTS = Integer.getInteger("finestra.shrink", 20_000);
  private static final long NANOS = 20_000_000_000L;

  private final Predicate<List<Operation>> fails;
  private final long deadline = System.nanoTime() + NANOS;
  private int attempts;
  private List<Operation> best;

  private Shrinker(List<Operation> failing, Predicate<List<Operation>> fails) {
    this.best = failing;
    this.fails = fails;
  }

  /** The smallest history found that {@code fails}. */
  public static List<Operation> shrink(List<Operation> failing, Predicate<List<Operation>> fails) {
    Shrinker shrinker = new Shrinker(failing, fails);
    int before;
    do {
      before = shrinker.weight();
      shrinker.dropOperations();
      shrinker.simplifyOperations();
      shrinker.shrinkBulks();
      shrinker.drawTogether();
    } while (shrinker.weight() < before);
    return shrinker.best;
  }

  private int weight() {
    return best.stream().mapToInt(o -> 2 + 2 * o.count() + (isPlain(o) ? 0 : 1)).sum();
  }

  private static boolean isPlain(Operation operation) {
    return operation.kind() != Kind.MERGE && operation.type() == ValueForm.LONG;
  }

  private boolean attempt(List<Operation> candidate) {
    if (++attempts > ATTEMPTS || System.nanoTime() > deadline || !fails.test(candidate)) {
      return false;
    }
    best = List.copyOf(candidate);
    return true;
  }

  /** Drops shorter and shorter runs of operations, beginning at the end. */
  private void dropOperations() {
    for (int run = best.size(); run >= 1; run /= 2) {
      for (int end = best.size(); end > 0; end -= run) {
        List<Operation> fewer = new ArrayList<>(best);
        fewer
            .subList(Math.max(0, Math.min(end, fewer.size()) - run), Math.min(end, fewer.size()))
            .clear();
        attempt(fewer);
      }
    }
  }

  private boolean replace(int at, Operation operation) {
    List<Operation> changed = new ArrayList<>(best);
    changed.set(at, operation);
    return attempt(changed);
  }

  /**
   * Turns merges into bulk inserts, bulks of one into inserts, and boxed values into plain ones.
   */
  private void simplifyOperations() {
    for (int i = 0; i < best.size(); i++) {
      Operation o = best.get(i);
      if (o.count() == 0) {
        continue;
      }
      boolean nulls = Arrays.stream(o.values()).anyMatch(v -> v == Operation.NULL);
      if (!nulls && o.type() != ValueForm.LONG) {
        replace(i, Operation.with(o.kind(), o.times(), o.values(), ValueForm.LONG));
      }
      o = best.get(i);
      if (o.kind() == Kind.MERGE) {
        replace(i, Operation.with(Kind.BULK_INSERT, o.times(), o.values(), o.type()));
      }
      o = best.get(i);
      if (o.kind() == Kind.BULK_INSERT && o.count() == 1) {
        replace(i, Operation.with(Kind.INSERT, o.times(), o.values(), o.type()));
      }
    }
  }

  private void shrinkBulks() {
    for (int i = 0; i < best.size(); i++) {
      for (int run = best.get(i).count(); run >= 1; run /= 2) {
        for (int end = best.get(i).count(); end > 0; end -= run) {
          Operation o = best.get(i);
          int to = Math.min(end, o.count());
          int from = Math.max(0, to - run);
          if (from < to && (o.kind() != Kind.INSERT)) {
            replace(i, o.with(without(o.times(), from, to), without(o.values(), from, to)));
          }
        }
      }
    }
  }

  private static long[] without(long[] all, int from, int to) {
    return IntStream.range(0, all.length)
        .filter(i -> i < from || i >= to)
        .mapToLong(i -> all[i])
        .toArray();
  }

  /** Numbers the values from one, and puts the times at ranks: 10 apart, or next to one another. */
  private void drawTogether() {
    long[] next = {0};
    attempt(
        best.stream()
            .map(
                o ->
                    o.with(
                        o.times(),
                        Arrays.stream(o.values())
                            .map(v -> v == Operation.NULL ? v : ++next[0])
                            .toArray()))
            .toList());
    TreeSet<Long> times = new TreeSet<>();
    for (Operation o : best) {
      Arrays.stream(o.times()).forEach(times::add);
      if (o.kind() == Kind.EVICT || o.kind() == Kind.BULK_EVICT || o.kind() == Kind.RANGE_QUERY) {
        times.add(o.from());
        times.add(o.to());
      }
    }
    long[] ranks = times.stream().mapToLong(t -> t).toArray();
    if (!rank(t -> Arrays.binarySearch(ranks, t))) {
      rank(t -> 10L * Arrays.binarySearch(ranks, t));
    }
  }

  private boolean rank(LongUnaryOperator rank) {
    return attempt(best.stream().map(o -> mapped(o, rank)).toList());
  }

  private static Operation mapped(Operation o, LongUnaryOperator rank) {
    return switch (o.kind()) {
      case EVICT, BULK_EVICT -> Operation.at(o.kind(), rank.applyAsLong(o.from()));
      case RANGE_QUERY -> Operation.range(rank.applyAsLong(o.from()), rank.applyAsLong(o.to()));
      default -> o.with(Arrays.stream(o.times()).map(rank).toArray(), o.values());
    };
  }
}
