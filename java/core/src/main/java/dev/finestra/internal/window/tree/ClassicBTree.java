package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.nodes.Nodes;

/**
 * The classic augmented B-tree ({@code btree<µ>}): it has no fingers, every aggregate is an up
 * aggregate, and every operation goes from the root down and back up. The baseline of the FiBA
 * papers.
 *
 * <p>Paper: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em>, section 3.
 *
 * <p>Costs: insert and evict O(log n), bulks one by one, query O(1), range query O(log n).
 *
 * <p>Invariants: those of {@link Tree}, where repairs stop only at the root and no node may be
 * small. Π of the root is the aggregate of all entries.
 */
final class ClassicBTree<O> extends Tree<O> {
  private boolean rootStale;

  ClassicBTree(Algorithm algorithm, Aggregation<O> aggregation, int arity) {
    super(algorithm, Nodes.inMemory(aggregation, arity));
  }

  @Override
  protected void insertLifted(long time) {
    insertFound(search(time), time);
  }

  private boolean search(long time) {
    path.begin(spines.height(), spines.root());
    return path.descend(time);
  }

  @Override
  protected boolean evictEntry(long time) {
    boolean found = search(time);
    if (found) {
      evictFound();
      settle();
    }
    return found;
  }

  @Override
  protected void evictUpTo(long time) {
    while (entries() > 0 && oldestTime() <= time) {
      evictEntry(oldestTime());
    }
  }

  @Override
  protected void aggregate() {
    cells.copy(OUT, spines.root());
  }

  @Override
  protected long youngestTime() {
    return nodes.lastTime(spines.right(0));
  }

  @Override
  boolean stops(int level, int node) {
    return level == spines.height();
  }

  @Override
  void stopped(int level, int node) {
    rootStale = true;
  }

  @Override
  void absorbed(int level, int node, int slot) {
    if (entries() == 0) {
      cells.copy(spines.root(), slot);
    } else {
      cells.combine(spines.root(), spines.root(), slot);
    }
  }

  @Override
  void heightChanged() {
    rootStale = true;
  }

  @Override
  void settle() {
    if (rootStale && entries() > 0) {
      foldUp(spines.root(), spines.root());
    }
    rootStale = false;
  }
}
