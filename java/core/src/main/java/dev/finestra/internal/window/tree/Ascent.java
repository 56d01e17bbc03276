package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;
import java.util.Arrays;

/**
 * The single pass up the tree that inserts new entries, level by level. Entries are interleaved
 * into the nodes of a level. A node that overflows is split into as many nodes as needed, and the
 * entries between these are promoted to the next level.
 *
 * <p>Paper: <em>Out-of-Order Sliding-Window Aggregation with Efficient Bulk Evictions and
 * Insertions</em>, bulkInsert, step 2. The paper's treelets are the {@link Promoted} entries of a
 * level: a time, the new node to its right, and the parent that gets both. The entry's value is in
 * the Π cell of the new node until then. Two lists alternate between levels.
 *
 * <p>Another list has the nodes whose up aggregate must be repaired in their parent, once the
 * parent's level has its final shape. A node that is listed twice is repaired twice, which does no
 * harm.
 */
final class Ascent<O> extends TreePart<O> {
  /** The entries to insert into leaves, as indexes into the bulk. */
  private int[] items = new int[4];

  private int itemCount;

  /** The leaves that get entries, and the first item of each. */
  private int[] leaves = new int[4];

  private int[] firstItems = new int[4];
  private int siteCount;
  private long[] bulkTimes = new long[1];
  private int bulkFrom;
  private Cells<O> values;
  private int valuesFrom;

  private Promoted here = new Promoted();
  private Promoted above = new Promoted();
  private NodeList changed = new NodeList();
  private NodeList changedAbove = new NodeList();
  private final NodeList[] hits = new NodeList[32];

  /** Blocks for a node's old entries and children while it is split. */
  private int oldEntries;

  private int oldKids;
  private final long[] single = new long[1];

  Ascent(Tree<O> tree) {
    super(tree);
  }

  /** Inserts register IN into a leaf that is full. */
  void insert(int leaf, long time) {
    single[0] = time;
    begin(single, 0, cells, IN);
    add(leaf, 0);
    place(0, leaf, 0, 1);
    int level = 0;
    while (above.count > 0) {
      step(++level);
    }
    for (int i = 0; i < changedAbove.count; i++) {
      tree.climb(1, changedAbove.ids[i], level);
    }
    changedAbove.count = 0;
  }

  /** Begins a bulk: entry i is at times[from + i], its value in slot {@code slot + i}. */
  void begin(long[] times, int from, Cells<O> values, int slot) {
    bulkTimes = times;
    bulkFrom = from;
    this.values = values;
    valuesFrom = slot;
    itemCount = 0;
    siteCount = 0;
  }

  /** Adds entry i of the bulk to a leaf's items; call it in time order. */
  void add(int leaf, int i) {
    if (itemCount == items.length) {
      items = Arrays.copyOf(items, 2 * itemCount);
    }
    if (siteCount == 0 || leaves[siteCount - 1] != leaf) {
      if (siteCount == leaves.length) {
        leaves = Arrays.copyOf(leaves, 2 * siteCount);
        firstItems = Arrays.copyOf(firstItems, 2 * siteCount);
      }
      leaves[siteCount] = leaf;
      firstItems[siteCount++] = itemCount;
    }
    items[itemCount++] = i;
  }

  /** Notes that an entry of a node was combined with a new one. */
  void hit(int level, int node) {
    if (tree.stops(level, node)) {
      tree.stopped(level, node);
    } else if (level == 0) {
      changedAbove.add(node);
    } else {
      if (hits[level] == null) {
        hits[level] = new NodeList();
      }
      hits[level].add(node);
    }
  }

  /** Forgets its two blocks, after all blocks were freed. */
  void reset() {
    oldEntries = 0;
    oldKids = 0;
  }

  /** Inserts all items, level by level up to the root. */
  void run() {
    for (int i = 0; i < siteCount; i++) {
      place(0, leaves[i], firstItems[i], i + 1 < siteCount ? firstItems[i + 1] : itemCount);
    }
    for (int level = 1; level <= spines.height(); level++) {
      step(level);
    }
    above.count = 0;
    changedAbove.count = 0;
  }

  /**
   * Inserts the promoted entries into the nodes of a level, and repairs the aggregates of changed
   * children there.
   */
  private void step(int level) {
    Promoted promoted = above;
    above = here;
    here = promoted;
    above.count = 0;
    NodeList below = changedAbove;
    changedAbove = changed;
    changed = below;
    changedAbove.count = 0;
    for (int from = 0, to; from < here.count; from = to) {
      int target = here.target[from];
      to = from + 1;
      while (to < here.count && here.target[to] == target) {
        to++;
      }
      place(level, target, from, to);
    }
    for (int i = 0; i < changed.count; i++) {
      int node = changed.ids[i];
      if (!tree.stops(level - 1, node)) {
        int parent = nodes.parent(node);
        nodes.visit(1);
        tree.repairUp(parent, nodes.position(parent, node), node);
        note(level, parent);
      }
    }
    NodeList hit = hits[level];
    if (hit != null && hit.count > 0) {
      for (int i = 0; i < hit.count; i++) {
        note(level, hit.ids[i]);
      }
      hit.count = 0;
    }
  }

  /** Notes that a node's up aggregate, or its aggregate as a spine node, must be repaired. */
  private void note(int level, int node) {
    if (tree.stops(level, node)) {
      tree.stopped(level, node);
    } else {
      changedAbove.add(node);
    }
  }

  private long time(int level, int item) {
    return level == 0 ? bulkTimes[bulkFrom + items[item]] : here.times[item];
  }

  /** Puts items [from, to) of this level into a node; splits it if they do not fit. */
  private void place(int level, int node, int from, int to) {
    nodes.visit(1);
    if (node == spines.left(0)) {
      tree.straighten();
    }
    if (nodes.count(node) + to - from <= nodes.most) {
      insertSmall(level, node, from, to);
      if (level == 0) {
        note(level, node);
      } else if (tree.stops(level, node)) {
        tree.stopped(level, node);
      }
    } else {
      if (level == spines.height()) {
        tree.raise();
      }
      split(level, node, from, to);
      note(level, node);
    }
  }

  /**
   * Inserts items into a node that does not overflow: moves its entries to the right, beginning
   * with the last item.
   */
  private void insertSmall(int level, int node, int from, int to) {
    int count = nodes.count(node);
    int kids = nodes.kids(node);
    nodes.setCount(node, count + to - from);
    int end = count;
    for (int j = to - 1; j >= from; j--) {
      long time = time(level, j);
      int i = end;
      while (i > 0 && nodes.time(node, i - 1) > time) {
        i--;
      }
      int shift = j - from + 1;
      nodes.moveEntries(node, i + shift, node, i, end - i);
      if (level > 0) {
        nodes.moveKids(kids, i + 1 + shift, kids, i + 1, end - i);
      }
      putItem(level, node, i + shift - 1, j);
      end = i;
    }
  }

  /** Writes one item as entry i of a node, and at an inner level the child to its right. */
  private void putItem(int level, int node, int i, int item) {
    if (level == 0) {
      nodes.setTime(node, i, bulkTimes[bulkFrom + items[item]]);
      putValue(Nodes.value(node, i), items[item]);
    } else {
      int kid = here.right[item];
      nodes.setTime(node, i, here.times[item]);
      cells.copy(Nodes.value(node, i), kid);
      putKid(level, node, i + 1, kid);
    }
  }

  private void putValue(int slot, int item) {
    cells.copy(slot, values, valuesFrom + item, 1);
  }

  /**
   * Makes a new node of the level below child i; its up aggregate is repaired with the changed
   * ones.
   */
  private void putKid(int level, int node, int i, int kid) {
    nodes.setParent(kid, node);
    nodes.setKid(nodes.kids(node), i, kid, 0);
    if (!tree.stops(level - 1, kid)) {
      changed.add(kid);
    }
  }

  /**
   * Interleaves items into a node that overflows, and writes as many nodes as needed: the node
   * itself, then new ones, each with a promoted entry to its left. Off the right spine the nodes
   * share the entries evenly, so each has at least µ − 1. If nodes on the right spine may be small,
   * all but the last are nearly full.
   */
  private void split(int level, int node, int from, int to) {
    int count = nodes.count(node);
    int parent = nodes.parent(node);
    takeOut(level, node, count);
    int total = count + to - from;
    boolean fromLeft = spines.right(level) == node && tree.stops(level, node);
    int most = fromLeft ? nodes.most - 1 : nodes.most;
    int pieces = total / (most + 1) + 1;
    int inPieces = total - (pieces - 1);
    int written = 0;
    int old = 0;
    int item = from;
    int piece = node;
    for (int p = 0; p < pieces; p++) {
      int size =
          fromLeft ? fromLeft(p, pieces, most, inPieces - written) : share(p, pieces, inPieces);
      written += size;
      for (int w = 0; w < size; ) {
        int n = oldRun(level, old, count, item, to, size - w);
        if (n > 0) {
          nodes.moveEntries(piece, w, oldEntries, old, n);
          if (level > 0) {
            nodes.moveKids(nodes.kids(piece), w + 1, oldKids, old + 1, n);
          }
          old += n;
        } else {
          n = itemRun(level, old, count, item, to, size - w);
          putItems(level, piece, w, item, n);
          item += n;
        }
        w += n;
      }
      nodes.setCount(piece, size);
      if (piece == node) {
        cells.forget(Nodes.value(node, size), Math.max(0, count - size));
      } else if (level > 0) {
        nodes.adopt(piece, 0, size + 1);
      }
      if (p < pieces - 1) {
        int next = level == 0 ? nodes.newLeaf() : nodes.newInner();
        if (oldRun(level, old, count, item, to, 1) > 0) {
          above.add(nodes.time(oldEntries, old), next, parent);
          cells.copy(next, Nodes.value(oldEntries, old));
          if (level > 0) {
            nodes.moveKids(nodes.kids(next), 0, oldKids, old + 1, 1);
          }
          old++;
        } else {
          above.add(time(level, item), next, parent);
          if (level == 0) {
            putValue(next, items[item]);
          } else {
            cells.copy(next, here.right[item]);
            putKid(level, next, 0, here.right[item]);
          }
          item++;
        }
        piece = next;
      }
    }
    if (spines.right(level) == node) {
      spines.setRight(level, piece);
      tree.stopped(level, piece);
    }
  }

  /**
   * Copies a node's entries and children, so that they can be read while the node is overwritten.
   */
  private void takeOut(int level, int node, int count) {
    if (oldEntries == 0) {
      oldEntries = nodes.blocks().scratch(0);
      oldKids = nodes.blocks().scratch(1);
    }
    nodes.moveEntries(oldEntries, 0, node, 0, count);
    if (level > 0) {
      nodes.moveKids(oldKids, 0, nodes.kids(node), 0, count + 1);
    }
  }

  private static int share(int piece, int pieces, int entries) {
    return entries / pieces + (piece < entries % pieces ? 1 : 0);
  }

  /** The size of a piece: full, but so that at least one entry is left for the last piece. */
  private static int fromLeft(int piece, int pieces, int most, int entries) {
    if (piece == pieces - 1) {
      return entries;
    }
    return piece == pieces - 2 && entries == most ? most - 1 : most;
  }

  /** How many of a split node's own entries come before the next item, at most limit. */
  private int oldRun(int level, int old, int count, int item, int to, int limit) {
    int end = Math.min(count, old + limit);
    if (item == to) {
      return end - old;
    }
    long time = time(level, item);
    int i = old;
    while (i < end && nodes.time(oldEntries, i) < time) {
      i++;
    }
    return i - old;
  }

  /**
   * How many items come before the node's next own entry, at most limit: at inner levels one; at
   * leaves only items that are adjacent in the bulk.
   */
  private int itemRun(int level, int old, int count, int item, int to, int limit) {
    int end = level == 0 ? Math.min(to, item + limit) : item + 1;
    if (old == count && level == 0 && items[end - 1] - items[item] == end - 1 - item) {
      return end - item;
    }
    long time = old == count ? 0 : nodes.time(oldEntries, old);
    int i = item + 1;
    while (i < end && items[i] == items[i - 1] + 1 && (old == count || time(level, i) < time)) {
      i++;
    }
    return i - item;
  }

  private void putItems(int level, int node, int w, int item, int n) {
    if (level == 0) {
      nodes.putEntries(
          node, w, bulkTimes, bulkFrom + items[item], n, values, valuesFrom + items[item]);
    } else {
      putItem(level, node, w, item);
    }
  }
}
