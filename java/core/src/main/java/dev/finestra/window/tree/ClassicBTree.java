package dev.finestra.window.tree;

import static dev.finestra.window.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import java.util.Set;

/**
 * The classic augmented B-tree ({@code btree<µ>}): no fingers, every aggregate an up aggregate,
 * every operation from the root down and back up to it. The baseline of the FiBA papers.
 *
 * <p>Paper: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em>, section 3.
 *
 * <p>Costs: insert and evict O(log n), bulks one by one, query O(1), range query O(log n).
 *
 * <p>Invariants: those of {@link Tree}, where repairs stop at the root only and no node may be
 * small; and Π of the root is the aggregate of all.
 *
 * <p>When user code throws in the middle of a change, the window is closed.
 *
 * <p>One thread at a time.
 */
final class ClassicBTree<O> extends Tree<O> {
  private boolean rootStale;

  ClassicBTree(Algorithm algorithm, Aggregation<O> aggregation, long arity) {
    super(algorithm, Nodes.inMemory(aggregation, (int) arity));
  }

  static Algorithm describe(String name, long arity) {
    return new Algorithm(
        name,
        Set.of(Trait.OUT_OF_ORDER, Trait.RANGE_QUERY, Trait.KEEPS_ENTRIES),
        "O(log n)",
        "O(log n)",
        "O(m log n)",
        "O(m log n)",
        "O(1)",
        "n to 2n",
        "FiBA 3");
  }

  @Override
  protected void insertLifted(long time) {
    insertFound(search(root(), height, time), time);
  }

  @Override
  protected boolean evictEntry(long time) {
    boolean found = search(root(), height, time);
    if (found) {
      evictFound();
      settle();
    }
    return found;
  }

  @Override
  protected void evictUpTo(long time) {
    while (size > 0 && nodes.time(left[0], 0) <= time) {
      evictEntry(nodes.time(left[0], 0));
    }
  }

  @Override
  protected void aggregate() {
    cells.copy(OUT, root());
  }

  @Override
  protected long oldestTime() {
    return nodes.time(left[0], 0);
  }

  @Override
  protected long youngestTime() {
    return nodes.lastTime(right[0]);
  }

  @Override
  boolean stops(int level, int node) {
    return level == height;
  }

  @Override
  void stopped(int level, int node) {
    rootStale = true;
  }

  @Override
  void absorbed(int level, int node, int slot) {
    if (size == 0) {
      cells.copy(root(), slot);
    } else {
      cells.combine(root(), root(), slot);
    }
  }

  @Override
  void heightChanged() {
    rootStale = true;
  }

  @Override
  boolean mayBeSmall(int level, int node) {
    return level == height;
  }

  @Override
  void settle() {
    if (rootStale && size > 0) {
      foldUp(root(), root());
    }
    rootStale = false;
  }

  @Override
  public void checkInvariants() {
    new TreeInvariants<>(this).check();
  }
}
