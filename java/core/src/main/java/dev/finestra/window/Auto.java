package dev.finestra.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.Drawn;
import dev.finestra.WindowOptions;
import dev.finestra.WindowOptions.Order;
import dev.finestra.aggregation.Aggregation;
import java.io.DataInput;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * {@code auto}: a window that begins with the algorithm that fits what was declared, and moves to a
 * tree, with all its entries, when it is asked for what the present one cannot do: an insert out of
 * order, an evict that is not of the oldest, a range query. {@link #algorithm} says which one it is
 * at present.
 *
 * <p>Where order was declared, it stays with its first one, which may keep no entries, and which
 * refuses what it cannot do.
 *
 * <p>Costs: those of the present algorithm; the one move inserts n entries in order, O(n).
 *
 * <p>Invariants: those of the present algorithm.
 *
 * <p>When user code throws: in a move for an insert or a query, the window is as it was; otherwise
 * as {@link Window}.
 *
 * <p>One thread at a time.
 */
final class Auto<O> extends Wrapper<O> implements Drawn {
  private final boolean moves;

  /** Whether the present algorithm is in order and may be left for one that is not. */
  private boolean inOrder;

  Auto(Algorithm algorithm, Aggregation<O> aggregation) {
    this(aggregation, WindowOptions.NONE);
  }

  Auto(Aggregation<O> aggregation, WindowOptions options) {
    this(
        options.order() != Order.IN_ORDER,
        aggregation,
        Catalog.window(Defaults.first(aggregation, options), aggregation));
  }

  private Auto(boolean moves, Aggregation<O> aggregation, Window<O> first) {
    super(describe(moves, first.algorithm()), aggregation, first);
    this.moves = moves;
    this.inOrder = moves && !first.algorithm().is(Trait.OUT_OF_ORDER);
  }

  /** What holds whatever is declared. */
  static Algorithm describe(String name) {
    String present = "as at present";
    return new Algorithm(
        name,
        Set.of(Trait.OUT_OF_ORDER, Trait.RANGE_QUERY, Trait.KEEPS_ENTRIES),
        present,
        present,
        present,
        present,
        present,
        present,
        "in order first, then bulk FiBA");
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
    return describe(moves, inner.algorithm());
  }

  @Override
  public Map<String, Object> drawing() {
    if (inner instanceof Drawn drawn) {
      return drawn.drawing();
    }
    throw new UnsupportedOperationException(
        "auto is at present "
            + inner.algorithm().name()
            + ", which is no tree"
            + (moves ? "; a late insert or a range query lets it move to one" : ""));
  }

  /** Goes on by the algorithm that the snapshot is of, where that keeps no entries. */
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
          "the snapshot is of auto for entries in order, at that time "
              + only
              + ", which keeps no entries; a window takes it whose options say inOrder(), too");
    }
    Window<O> other = Catalog.window(only, aggregation());
    restoreNested(other, snapshot);
    inner = other;
  }

  private void move() {
    Window<O> tree = Catalog.window(Defaults.TREE, aggregation());
    Snapshots.merge(tree, inner);
    inner = tree;
    inOrder = false;
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
