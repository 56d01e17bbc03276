package dev.finestra.internal.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.Drawn;
import dev.finestra.WindowOptions;
import dev.finestra.WindowOptions.Order;
import dev.finestra.internal.algorithm.Defaults;
import dev.finestra.internal.algorithm.Refusal;
import java.io.DataInput;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * {@code auto}: a window that begins with the algorithm that fits the declared use. It moves all
 * entries to a tree when the present algorithm does not support an operation: an insert out of
 * order, an evict of any entry but the oldest, a range query. {@link #algorithm} returns the
 * present algorithm.
 *
 * <p>If the options declare times in order, the window keeps its first algorithm, which may keep no
 * entries. It then rejects operations that this algorithm does not support.
 *
 * <p>Costs: those of the present algorithm; the one move inserts n entries in order, O(n).
 *
 * <p>Invariants: those of the present algorithm.
 *
 * <p>When user code throws while entries are moved, the window has not changed.
 */
public final class Auto<O> extends Wrapper<O> implements Drawn {
  private final boolean moves;

  /** What {@link #algorithm} returns. New windows of one supplier share it. */
  private Algorithm described;

  /** Whether the present algorithm is an in-order one that the window may replace by a tree. */
  private boolean inOrder;

  /** Makes an empty window of this aggregation, given an algorithm's name. */
  private final Function<String, Window<O>> maker;

  /**
   * Makes windows that begin with the algorithm {@code first}.
   *
   * @param firsts makes windows of that algorithm
   */
  public static <O> Supplier<Window<O>> supplier(
      WindowOptions options,
      Algorithm first,
      Supplier<Window<O>> firsts,
      Function<String, Window<O>> maker) {
    boolean moves = options.order() != Order.IN_ORDER;
    Algorithm described = describe(moves, first);
    return () -> new Auto<>(moves, described, firsts.get(), maker);
  }

  private Auto(
      boolean moves, Algorithm described, Window<O> first, Function<String, Window<O>> maker) {
    super(described, first);
    this.moves = moves;
    this.described = described;
    this.maker = maker;
    this.inOrder = moves && !first.algorithm().is(Trait.OUT_OF_ORDER);
  }

  private static Algorithm describe(boolean moves, Algorithm present) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    if (moves) {
      traits.addAll(Set.of(Trait.OUT_OF_ORDER, Trait.RANGE_QUERY, Trait.KEEPS_ENTRIES));
    }
    for (Trait trait : present.traits()) {
      if (trait != Trait.NEEDS_INVERSE && trait != Trait.NEEDS_COMMUTATIVE) {
        traits.add(trait);
      }
    }
    return new Algorithm(
        "auto",
        traits,
        present.insert(),
        present.evict(),
        present.bulkInsert(),
        present.bulkEvict(),
        present.query(),
        present.space(),
        "at present " + present.name() + ": " + present.paper());
  }

  @Override
  public Algorithm algorithm() {
    return described;
  }

  @Override
  public Map<String, Object> drawing() {
    if (inner instanceof Drawn drawn) {
      return drawn.drawing();
    }
    throw new UnsupportedOperationException(
        "auto is at present %s, which is not a tree and cannot be drawn%s"
            .formatted(
                inner.algorithm().name(),
                moves ? "; a late insert or a range query moves it to a tree" : ""));
  }

  /** Switches to the snapshot's algorithm if that keeps no entries. */
  @Override
  public void read(DataInput in, int limit) throws IOException {
    byte[] snapshot = nested(in, limit);
    String only = Snapshots.onlyFor(aggregation(), snapshot);
    if (only == null || only.equals(inner.algorithm().name())) {
      restoreNested(inner, snapshot);
      return;
    }
    if (moves) {
      throw new IllegalArgumentException(
          "The snapshot is of auto with the option inOrder(). It then used "
              + only
              + ", which keeps no entries. Restore it into a window with the option inOrder().");
    }
    Window<O> other = maker.apply(only);
    restoreNested(other, snapshot);
    moveTo(other);
  }

  private void move() {
    Window<O> tree = maker.apply(Defaults.TREE);
    Snapshots.merge(tree, inner);
    moveTo(tree);
    inOrder = false;
  }

  private void moveTo(Window<O> other) {
    inner = other;
    described = describe(moves, other.algorithm());
  }

  @Override
  protected void checkInsert(long time) {
    if (inOrder && !inner.isEmpty() && time < inner.youngest()) {
      move();
    }
    inner.checkInsert(time);
  }

  @Override
  protected boolean evictEntry(long time) {
    try {
      return inner.evictEntry(time);
    } catch (Refusal notOldest) {
      if (!inOrder) {
        throw notOldest;
      }
      move();
      return inner.evictEntry(time);
    }
  }

  @Override
  protected boolean aggregate(long from, long to) {
    if (inner.isEmpty()) {
      return false;
    }
    needRanges();
    return super.aggregate(from, to);
  }

  @Override
  protected long ceilingInside(long time, long youngest) {
    needRanges();
    return super.ceilingInside(time, youngest);
  }

  private void needRanges() {
    if (moves && !inner.algorithm().is(Trait.RANGE_QUERY)) {
      move();
    }
  }
}
