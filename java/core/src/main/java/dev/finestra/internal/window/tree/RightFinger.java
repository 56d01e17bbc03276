package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.A;
import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;

/**
 * Appends one entry, or a run of a bulk, at the right finger.
 *
 * <p>Papers: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em>, the insert in order.
 * The right spine is filled from the left, as invariant 7 of {@link TreeInvariants} allows.
 *
 * <p>Costs: O(1) for each entry, amortized.
 */
final class RightFinger<O> extends TreePart<O> {
  private final Fiba<O> fiba;
  private final SpineAggregates<O> aggregates;
  private long youngest;

  RightFinger(Fiba<O> fiba) {
    super(fiba);
    this.fiba = fiba;
    this.aggregates = fiba.aggregates;
  }

  /** The youngest time, while there is an entry. */
  long youngest() {
    return youngest;
  }

  void setYoungest(long time) {
    youngest = time;
  }

  /** Inserts after the youngest: into the right finger, or a new one to its right. */
  void append(long time, int value) {
    int leaf = spines.right(0);
    int count = nodes.count(leaf);
    if (count == nodes.most && leaf == spines.left(0)) {
      tree.straighten();
      count = nodes.count(leaf);
    }
    tree.added(1);
    youngest = time;
    if (count < nodes.most) {
      nodes.setTime(leaf, count, time);
      cells.copy(Nodes.value(leaf, count), value);
      nodes.setCount(leaf, count + 1);
      if (aggregates.isRightSettled(0)) {
        cells.combine(leaf, leaf, value);
      }
      return;
    }
    int next = nodes.newLeaf();
    nodes.setTime(next, 0, time);
    cells.copy(Nodes.value(next, 0), value);
    nodes.setCount(next, 1);
    nodes.setCount(leaf, count - 1);
    cells.copy(A, Nodes.value(leaf, count - 1));
    grow(leaf, nodes.time(leaf, count - 1), next);
    aggregates.settle();
  }

  /** Combines a value at the youngest time into the youngest entry. */
  void combine(int value) {
    int leaf = spines.right(0);
    int last = nodes.count(leaf) - 1;
    int slot = Nodes.value(leaf, last);
    cells.combine(slot, slot, value);
    if (spines.height() == 0 && last < aggregates.suffixEnd()) {
      aggregates.leftFingerChanged();
    } else if (aggregates.isRightSettled(0)) {
      cells.combine(leaf, leaf, value);
    }
  }

  /**
   * Makes {@code next} the new right finger: the entry in register A goes between it and the old
   * one. A full node of the right spine moves its last entry up, and keeps the rest.
   */
  private void grow(int last, long time, int next) {
    if (fiba.late.isDirty()) {
      fiba.late.flush();
    }
    aggregates.rightChanged(0);
    int level = 0;
    while (true) {
      if (level == spines.height()) {
        tree.raise();
      }
      int parent = spines.right(level + 1);
      int count = nodes.count(parent);
      int kids = nodes.kids(parent);
      spines.setRight(level, next);
      if (last != spines.left(level)) {
        tree.repairUp(parent, count, last);
      }
      if (count < nodes.most) {
        addRight(level + 1, parent, time, next);
        break;
      }
      fiba.late.forget();
      int above = nodes.newInner();
      nodes.setTime(above, 0, time);
      cells.copy(Nodes.value(above, 0), A);
      nodes.moveKids(nodes.kids(above), 0, kids, count, 1);
      nodes.setKid(nodes.kids(above), 1, next, 0);
      nodes.setCount(above, 1);
      nodes.adopt(above, 0, 2);
      nodes.setCount(parent, count - 1);
      time = nodes.time(parent, count - 1);
      cells.copy(A, Nodes.value(parent, count - 1));
      level++;
      aggregates.rightChanged(level);
      last = parent;
      next = above;
    }
  }

  /**
   * Appends the entry in register A and a child to a node on the right spine, and extends its Π.
   */
  private void addRight(int level, int parent, long time, int next) {
    int count = nodes.count(parent);
    nodes.insertEntry(parent, count, time, A, next);
    if (aggregates.isRightSettled(level)) {
      cells.combine(parent, parent, nodes.kids(parent) + count);
      cells.combine(parent, parent, A);
    }
  }

  /**
   * Fills the right finger from a bulk. If entries are left, moves one up and begins a new right
   * finger after it. Returns how many entries it used.
   */
  int appendRun(long[] times, int from, int count, Cells<O> values, int slot) {
    if (spines.right(0) == spines.left(0)) {
      tree.straighten();
    }
    int leaf = spines.right(0);
    int old = nodes.count(leaf);
    int n = Math.min(count, nodes.most - 1 - old);
    if (n > 0) {
      nodes.putEntries(leaf, old, times, from, n, values, slot);
      nodes.setCount(leaf, old + n);
      tree.added(n);
      youngest = times[from + n - 1];
    } else {
      n = 0;
    }
    if (count - n < 2) {
      if (aggregates.isRightSettled(0)) {
        cells.fold(leaf, Nodes.value(leaf, old), n);
      }
      if (n == 0) {
        cells.copy(IN, values, slot, 1);
        append(times[from], IN);
        return 1;
      }
      return n;
    }
    int next = nodes.newLeaf();
    long time;
    if (old == nodes.most) {
      time = nodes.time(leaf, old - 1);
      cells.copy(A, Nodes.value(leaf, old - 1));
      nodes.setCount(leaf, old - 1);
      tree.removed(1);
    } else {
      time = times[from + n];
      cells.copy(A, values, slot + n, 1);
      n++;
    }
    tree.added(1);
    int more = Math.min(count - n, nodes.most - 1);
    nodes.putEntries(next, 0, times, from + n, more, values, slot + n);
    nodes.setCount(next, more);
    n += more;
    youngest = times[from + n - 1];
    tree.added(more);
    grow(leaf, time, next);
    return n;
  }
}
