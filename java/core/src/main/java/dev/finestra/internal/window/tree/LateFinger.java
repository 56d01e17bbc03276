package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.B;
import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;

/**
 * A third finger, at the leaf off the spines into which the last late entry was inserted. Late
 * entries often come together: the next one for the same leaf needs no search, and the nodes above
 * the leaf are repaired once for all of them.
 *
 * <p>Paper: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em> puts fingers at the ends
 * of the tree, with aggregates that depend on a node's place; this finger does the same for a place
 * in between.
 *
 * <p>Costs: an insert next to the last one O(1) amortized, whatever its distance; {@link #flush}
 * O(log d), at most once for each insert elsewhere, so an insert still costs O(log d).
 *
 * <p>Invariants: 10 and 11 of {@link TreeInvariants}; while it {@link #isDirty}, 11 restates 5 and
 * 8.
 *
 * <p>When user code throws in a flush, the finger stays dirty, and the next flush repairs
 * everything.
 */
final class LateFinger<O> extends TreePart<O> {
  /** Nothing on the path is stale. */
  private static final int CLEAN = 0;

  /** Register B must be added to the aggregates on the path, and {@code entries} to the sizes. */
  private static final int LACKING = 1;

  /** The path must be repaired node by node. */
  private static final int STALE = 2;

  private final LatePath<O> way;
  private final boolean commutative;

  private long low;
  private long high;

  /** The index in the leaf for an entry right after the last one. */
  private int at;

  private int state;
  private int entries;

  LateFinger(Tree<O> tree) {
    super(tree);
    this.way = new LatePath<>(tree);
    this.commutative = cells.aggregation().is(Property.COMMUTATIVE);
    forget();
  }

  boolean isDirty() {
    return state != CLEAN;
  }

  /**
   * The highest level of a spine whose Π is stale; {@code level} is the highest without this
   * finger.
   */
  int staleFrom(boolean onLeft, int level) {
    LatePath.require(level < 0 || state == STALE, "a spine is not settled up to level " + level);
    return state == CLEAN || !way.endsOn(onLeft) ? level : Math.max(level, way.top());
  }

  /** Whether invariant 11 excuses the up aggregate of a node. */
  boolean isStale(int level, int node) {
    return state != CLEAN && level < way.top() && path.node(level) == node;
  }

  /** Checks invariant 10, for tests. */
  void check() {
    if (low < high) {
      way.check(low, high);
    } else {
      LatePath.require(state == CLEAN, "the finger is off, and dirty");
    }
  }

  /** Whether the leaf is where a time belongs. */
  boolean covers(long time) {
    return time > low && time < high;
  }

  /** Takes the finger off its leaf, without a repair. */
  void forget() {
    low = Long.MAX_VALUE;
    high = Long.MIN_VALUE;
    state = CLEAN;
  }

  /** Repairs what is stale, and takes the finger off its leaf. */
  void drop() {
    if (state != CLEAN) {
      flush();
    }
    forget();
  }

  /** Sets the finger at the leaf off the spines where the last search ended. */
  void aim() {
    low = Long.MIN_VALUE;
    high = Long.MAX_VALUE;
    boolean hasLow = false;
    boolean hasHigh = false;
    for (int level = 1; level <= path.top() && !(hasLow && hasHigh); level++) {
      int node = path.node(level);
      int i = path.index(level);
      if (!hasLow && i > 0) {
        low = nodes.time(node, i - 1);
        hasLow = true;
      }
      if (!hasHigh && i < nodes.count(node)) {
        high = nodes.time(node, i);
        hasHigh = true;
      }
    }
    way.aim();
    at = path.index(0);
  }

  /** Inserts register IN into the leaf. */
  void insert(long time) {
    int leaf = path.node(0);
    int count = nodes.count(leaf);
    int i = place(leaf, time);
    at = i + 1;
    if (i < count && nodes.time(leaf, i) == time) {
      int slot = Nodes.value(leaf, i);
      cells.combine(slot, slot, IN);
      lack(0);
      return;
    }
    tree.added(1);
    if (count == nodes.most) {
      if (!share(leaf, i)) {
        split(leaf, i, time);
        return;
      }
      i = Math.min(i, nodes.count(leaf));
      at = i + 1;
    }
    nodes.insertEntry(leaf, i, time, IN, 0);
    lack(1);
  }

  /**
   * The end of the gap between entries that a time falls into; the time itself if an entry has it.
   */
  long gap(long time) {
    int leaf = path.node(0);
    int i = place(leaf, time);
    at = i;
    return i < nodes.count(leaf) ? nodes.time(leaf, i) : high;
  }

  /** The index in the leaf for a time, mostly right after the last one. */
  private int place(int leaf, long time) {
    int i = at;
    return (i > 0 && nodes.time(leaf, i - 1) >= time)
            || (i < nodes.count(leaf) && nodes.time(leaf, i) < time)
        ? nodes.lowerBound(leaf, 0, time)
        : i;
  }

  /**
   * Inserts a bulk that falls into one gap of the leaf. Entries that do not fit into the leaf go
   * into new leaves to its right, unless they are too few for one.
   */
  void insert(long[] times, int from, int count, Cells<O> values, int slot) {
    state = STALE;
    for (int n; count > 0; count -= n, from += n, slot += n) {
      int leaf = path.node(0);
      int old = nodes.count(leaf);
      int i = at;
      n = Math.min(count, nodes.most - 1 - old);
      if (n > 0) {
        nodes.moveEntries(leaf, i + n, leaf, i, old - i);
        nodes.putEntries(leaf, i, times, from, n, values, slot);
        nodes.setCount(leaf, old + n);
        tree.added(n);
        at = i + n;
      } else if (i == old && count > nodes.fewest + 1) {
        n = append(leaf, old, times, from, count, values, slot);
      } else {
        n = 1;
        cells.copy(IN, values, slot, 1);
        insert(times[from]);
      }
    }
  }

  /**
   * Makes a leaf with entries of a bulk to the right of a full one; returns how many entries it
   * used.
   */
  private int append(
      int leaf, int old, long[] times, int from, int count, Cells<O> values, int slot) {
    int next = nodes.newLeaf();
    int n = 0;
    if (old == nodes.most) {
      low = nodes.time(leaf, old - 1);
      cells.copy(next, Nodes.value(leaf, old - 1));
      nodes.setCount(leaf, old - 1);
    } else {
      low = times[from];
      cells.copy(next, values, slot, 1);
      n = 1;
    }
    int more = Math.min(count - n, nodes.most - 1);
    nodes.putEntries(next, 0, times, from + n, more, values, slot + n);
    nodes.setCount(next, more);
    n += more;
    tree.added(n);
    path.set(0, next, 0);
    at = more;
    way.promote(leaf, low, next, true);
    return n;
  }

  /**
   * Notes that register IN must be added to the path. If the aggregation is commutative, IN's place
   * does not matter, so it is collected in B; otherwise the path becomes stale.
   */
  private void lack(int more) {
    if (state == STALE) {
      return;
    }
    if (!commutative) {
      state = STALE;
    } else if (state == CLEAN) {
      cells.copy(B, IN);
      entries = more;
      state = LACKING;
    } else {
      cells.combine(B, B, IN);
      entries += more;
    }
  }

  /** Restores invariants 5 and 8. */
  void flush() {
    boolean lacking = state == LACKING;
    state = STALE;
    if (lacking) {
      way.add(B, entries);
    } else {
      way.repair();
    }
    tree.settle();
    state = CLEAN;
  }

  /**
   * Makes room in a full leaf by moving entries to a neighbour that has room. Entries later than
   * the new one move to the right, out of the way of the next late entries. If there are none,
   * older entries move to the left, so that a run of late entries fills its leaves nearly
   * completely.
   */
  private boolean share(int leaf, int i) {
    int parent = path.node(1);
    int j = path.index(1);
    int kids = nodes.kids(parent);
    int later = nodes.most - i;
    if (later == 0) {
      int older = j == 0 ? 0 : nodes.kid(kids, j - 1);
      int room = older == 0 || older == spines.left(0) ? 0 : nodes.most - 1 - nodes.count(older);
      if (room < 2) {
        return false;
      }
      state = STALE;
      tree.siblings.shareLeft(0, parent, j - 1, older, leaf, room);
      low = nodes.time(parent, j - 1);
      way.restore(0, parent, j - 1, older);
      return true;
    }
    if (i < nodes.fewest || j == nodes.count(parent)) {
      return false;
    }
    int younger = nodes.kid(kids, j + 1);
    if (nodes.count(younger) + later > nodes.most) {
      return false;
    }
    state = STALE;
    tree.siblings.shareRight(0, parent, j, leaf, younger, later);
    high = nodes.time(parent, j);
    way.restore(0, parent, j + 1, younger);
    return true;
  }

  /**
   * Inserts register IN into a full leaf: splits it, and each full node above it. The half with the
   * finger is left stale.
   */
  private void split(int leaf, int i, long time) {
    state = STALE;
    int keep = way.keep(i);
    int next = nodes.newLeaf();
    time = way.split(0, leaf, next, i, keep, time, IN, 0);
    boolean inNext = i >= keep;
    if (inNext) {
      path.set(0, next, 0);
      at = i - keep;
      low = time;
    } else {
      high = time;
    }
    way.promote(leaf, time, next, inNext);
  }
}
