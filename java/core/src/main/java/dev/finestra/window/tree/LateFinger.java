package dev.finestra.window.tree;

import static dev.finestra.window.Cells.B;
import static dev.finestra.window.Cells.IN;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.window.Cells;

/**
 * A third finger, at the leaf off the spines into which the last late entry went. Late entries
 * seldom come alone: the next one that belongs into the same leaf is put there without a search,
 * and what is above the leaf is repaired once for all of them.
 *
 * <p>Paper: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em>, whose fingers are at the
 * ends of the tree and whose aggregates follow from where a node stands; this one does the same for
 * a place in between.
 *
 * <p>Costs: an insert beside the last one O(1) amortized, whatever its distance; {@link #flush}
 * O(log d), at most once for each insert elsewhere, so that an insert is O(log d) as before.
 *
 * <p>Invariants, which restate (5) and (8) of {@link Tree} and {@link Fiba}: (10) while the finger
 * is set, the tree's {@code path} leads from its leaf up to {@code top}, the first node on a spine,
 * by children {@code index} ({@link LatePath}); the times that belong into the leaf are those
 * between {@code low} and {@code high}. (11) While it {@link #isDirty}, the up aggregates and sizes
 * of the nodes on the path below {@code top}, and the Π that take in what is below {@code top} or
 * what has been noted, are stale; nothing else is.
 *
 * <p>When user code throws in a flush, it is dirty still, and the next one begins anew.
 */
final class LateFinger<O> {
  /** The path is in order. */
  private static final int CLEAN = 0;

  /** The path lacks what is in register B, and so many entries. */
  private static final int LACKING = 1;

  /** The path must be repaired node by node. */
  private static final int STALE = 2;

  private final Tree<O> tree;
  private final Nodes<O> nodes;
  private final Cells<O> cells;
  private final LatePath<O> way;
  private final int[] path;
  private final int[] index;
  private final boolean commutative;

  private long low;
  private long high;

  /** Where in the leaf the next entry goes if it comes right after the last. */
  private int at;

  private int state;
  private int entries;

  LateFinger(Tree<O> tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.cells = tree.cells();
    this.path = tree.path;
    this.index = tree.index;
    this.way = new LatePath<>(tree);
    this.commutative = cells.aggregation().is(Property.COMMUTATIVE);
    forget();
  }

  boolean isDirty() {
    return state != CLEAN;
  }

  /** The highest level of a spine whose Π is stale, when it is so from a level down by itself. */
  int staleFrom(int[] spine, int level) {
    LatePath.require(level < 0 || state == STALE, "a spine is not settled up to level " + level);
    return state == CLEAN || !way.endsOn(spine) ? level : Math.max(level, way.top());
  }

  /** Whether invariant 11 excuses the up aggregate of a node. */
  boolean isStale(int level, int node) {
    return state != CLEAN && level < way.top() && path[level] == node;
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

  /** Takes the finger off its leaf, whatever has become of that. */
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

  /** Sets the finger at the leaf off the spines where a search ended that began at a level. */
  void aim(int start) {
    low = Long.MIN_VALUE;
    high = Long.MAX_VALUE;
    boolean hasLow = false;
    boolean hasHigh = false;
    for (int level = 1; level <= start && !(hasLow && hasHigh); level++) {
      int node = path[level];
      int i = index[level];
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
    at = tree.foundIndex;
  }

  /** Inserts register IN into the leaf. */
  void insert(long time) {
    int leaf = path[0];
    int count = nodes.count(leaf);
    int i = place(leaf, time);
    at = i + 1;
    if (i < count && nodes.time(leaf, i) == time) {
      int slot = Nodes.value(leaf, i);
      cells.combine(slot, slot, IN);
      lack(0);
      return;
    }
    tree.size++;
    if (count == nodes.most) {
      if (!share(leaf, i)) {
        split(leaf, i, time);
        return;
      }
      count = nodes.count(leaf);
      i = Math.min(i, count);
      at = i + 1;
    }
    if (i < count) {
      nodes.moveEntries(leaf, i + 1, leaf, i, count - i);
    }
    nodes.setTime(leaf, i, time);
    cells.copy(Nodes.value(leaf, i), IN);
    nodes.setCount(leaf, count + 1);
    lack(1);
  }

  /**
   * Where the gap ends that a time falls into, or the time itself where there is an entry of it.
   */
  long gap(long time) {
    int leaf = path[0];
    int i = place(leaf, time);
    at = i;
    return i < nodes.count(leaf) ? nodes.time(leaf, i) : high;
  }

  /** Where in the leaf a time belongs: mostly right after the last. */
  private int place(int leaf, long time) {
    int i = at;
    return (i > 0 && nodes.time(leaf, i - 1) >= time)
            || (i < nodes.count(leaf) && nodes.time(leaf, i) < time)
        ? nodes.lowerBound(leaf, 0, time)
        : i;
  }

  /**
   * Inserts a bulk that falls into one gap of the leaf: new leaves to its right take all but what
   * fits into the old one, or is too little for a leaf of its own.
   */
  void insert(long[] times, int from, int count, Cells<O> values, int slot) {
    state = STALE;
    for (int n; count > 0; count -= n, from += n, slot += n) {
      int leaf = path[0];
      int old = nodes.count(leaf);
      int i = at;
      n = Math.min(count, nodes.most - 1 - old);
      if (n > 0) {
        nodes.moveEntries(leaf, i + n, leaf, i, old - i);
        nodes.putEntries(leaf, i, times, from, n, values, slot);
        nodes.setCount(leaf, old + n);
        tree.size += n;
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
   * Begins a leaf with entries of a bulk, to the right of one that is full; answers how many it
   * took.
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
    tree.size += n;
    path[0] = next;
    at = more;
    way.promote(leaf, low, next, true);
    return n;
  }

  /**
   * Notes that the path lacks register IN. Where the monoid is commutative, it can be added
   * wherever it stands.
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
   * Makes room in the leaf, which is full, where a neighbour has some: what is later than the new
   * entry goes to the right, so that it is out of the way of those to come, and else what is older
   * to the left, so that a run of late entries leaves leaves nearly full behind.
   */
  private boolean share(int leaf, int i) {
    int parent = path[1];
    int j = index[1];
    int kids = nodes.kids(parent);
    int later = nodes.most - i;
    if (later == 0) {
      int older = j == 0 ? 0 : nodes.kid(kids, j - 1);
      int room = older == 0 || older == tree.left[0] ? 0 : nodes.most - 1 - nodes.count(older);
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
   * Inserts register IN into the leaf, which is full: splits it, and above it each node that is
   * full. Of two halves the one with the finger is left stale.
   */
  private void split(int leaf, int i, long time) {
    state = STALE;
    int keep = way.keep(i);
    int next = nodes.newLeaf();
    time = way.split(0, leaf, next, i, keep, time, IN, 0);
    boolean inNext = i >= keep;
    if (inNext) {
      path[0] = next;
      at = i - keep;
      low = time;
    } else {
      high = time;
    }
    way.promote(leaf, time, next, inNext);
  }
}
