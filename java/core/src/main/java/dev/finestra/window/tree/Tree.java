package dev.finestra.window.tree;

import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Drawn;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.window.Cells;
import dev.finestra.window.Window;
import java.util.Map;

/**
 * What the finger B-tree and the classic one share: a B-tree of entries in every node, its search,
 * its rebalancing, and the repair of up aggregates on the way to the root.
 *
 * <p>Levels count from the leaves, which are level 0; the root is at level {@link #height}. {@link
 * #left} and {@link #right} hold the leftmost and the rightmost node of each level: the spines. A
 * subclass says where a repair on its way up may stop ({@link #stops}) and what it does there
 * ({@link #stopped}), and which nodes may hold fewer than µ − 1 entries ({@link #mayBeSmall}).
 *
 * <p>Invariants, checked by {@link TreeInvariants}: (1) times rise strictly in time order; (2) all
 * leaves are at level 0; (3) a node has at most 2µ − 1 entries, and at least µ − 1 unless it may be
 * small, and then at least 1 (the root of an empty tree has none); (4) parents and children agree,
 * and the spines are the outermost nodes; (5) the up aggregate and size of each child off the
 * places where repairs stop are those of its subtree; (6) size is the number of entries.
 */
abstract class Tree<O> extends Window<O> implements Drawn {
  private static final int HIGHEST = 32;

  final Nodes<O> nodes;
  final int[] left = new int[HIGHEST];
  final int[] right = new int[HIGHEST];
  final Ascent<O> ascent;
  final Siblings<O> siblings;
  final Ranges<O> ranges;
  private final boolean commutative;
  int height;
  long size;

  /** How many entries at the front of the leftmost leaf are evicted already. */
  int head;

  /** How many nodes were visited by searches and repairs; the papers' bounds are checked by it. */
  long visits;

  Tree(Algorithm algorithm, Nodes<O> nodes) {
    super(algorithm, nodes.cells());
    this.nodes = nodes;
    left[0] = nodes.newLeaf();
    right[0] = left[0];
    ascent = new Ascent<>(this);
    siblings = new Siblings<>(this);
    ranges = new Ranges<>(this);
    commutative = cells.aggregation().is(Property.COMMUTATIVE);
  }

  /** Whether a repair on its way up ends at this node. */
  abstract boolean stops(int level, int node);

  /** Notes that a repair ended at this node, for {@link #settle}. */
  abstract void stopped(int level, int node);

  /**
   * Adds a register, which went into or below this node, to the aggregates that the node and its
   * spine keep.
   */
  abstract void absorbed(int level, int node, int slot);

  /** Notes that the root got a new level above it, or lost its own. */
  abstract void heightChanged();

  /** Repairs what {@link #stopped} noted. */
  abstract void settle();

  /** Whether a node may have fewer than µ − 1 entries. */
  abstract boolean mayBeSmall(int level, int node);

  final int root() {
    return left[height];
  }

  /** The index of a node's first entry that is not evicted. */
  final int first(int node) {
    return node == left[0] ? head : 0;
  }

  @Override
  public final Map<String, Object> drawing() {
    return new Drawing<>(this).draw();
  }

  /** What a partial aggregate answers. */
  final O lower(int slot) {
    return cells.lower(slot);
  }

  /**
   * The way of the last search: the node of each level from where it began, and the index there.
   */
  final int[] path = new int[HIGHEST];

  final int[] index = new int[HIGHEST];

  /** Where a search ended: the node, its level, and the index there. */
  int foundNode;

  int foundLevel;
  int foundIndex;

  /** The level where it began. */
  int searchedFrom;

  /** Searches below a node; true when an entry has this time. */
  final boolean search(int node, int level, long time) {
    visits += level;
    searchedFrom = level;
    for (; ; level--) {
      int i = nodes.lowerBound(node, first(node), time);
      path[level] = node;
      index[level] = i;
      if (level == 0 || (i < nodes.count(node) && nodes.time(node, i) == time)) {
        foundNode = node;
        foundLevel = level;
        foundIndex = i;
        return i < nodes.count(node) && nodes.time(node, i) == time;
      }
      node = nodes.kid(nodes.kids(node), i);
    }
  }

  /** Inserts register IN where the search ended. */
  final void insertFound(boolean found, long time) {
    int node = foundNode;
    if (found) {
      int slot = Nodes.value(node, foundIndex);
      cells.combine(slot, slot, IN);
      climb(0, node, foundLevel);
    } else {
      if (node == left[0]) {
        foundIndex -= head;
        straighten();
      }
      int count = nodes.count(node);
      if (count < nodes.most) {
        nodes.moveEntries(node, foundIndex + 1, node, foundIndex, count - foundIndex);
        nodes.setTime(node, foundIndex, time);
        cells.copy(Nodes.value(node, foundIndex), IN);
        nodes.setCount(node, count + 1);
        climb(1, node, 0);
      } else {
        ascent.insert(node, time);
      }
      size++;
    }
    settle();
  }

  /** Closes the gap at the front of the leftmost leaf. */
  final void straighten() {
    if (head > 0) {
      int count = nodes.count(left[0]) - head;
      nodes.moveEntries(left[0], 0, left[0], head, count);
      cells.forget(Nodes.value(left[0], count), head);
      nodes.setCount(left[0], count);
      head = 0;
      stopped(0, left[0]);
    }
  }

  /**
   * Adds register IN to the aggregates above a node on the last search's way that took it, and
   * entries to the sizes. Where the monoid is commutative an up aggregate takes the new value
   * wherever it stands, in one combine instead of 2µ.
   */
  final void climb(int entries, int node, int level) {
    int from = level;
    while (!stops(level, node)) {
      int parent = path[level + 1];
      int kids = nodes.kids(parent);
      int i = index[level + 1];
      if (commutative) {
        cells.combine(kids + i, kids + i, IN);
      } else {
        foldUp(kids + i, node);
      }
      nodes.addToKidSize(kids, i, entries);
      node = parent;
      level++;
    }
    visits += level - from + 1;
    if (commutative) {
      absorbed(level, node, IN);
    } else {
      stopped(level, node);
    }
  }

  /** Restores invariant 5 for child i of a parent. */
  final void repairUp(int parent, int i, int node) {
    int kids = nodes.kids(parent);
    foldUp(kids + i, node);
    nodes.setKid(kids, i, node, entriesBelow(node));
  }

  /** The up aggregate of a node, from its entries and its children's. */
  final void foldUp(int to, int node) {
    int count = nodes.count(node);
    int below = nodes.kids(node);
    if (below == 0) {
      cells.copy(to, Nodes.value(node, 0));
      cells.fold(to, Nodes.value(node, 1), count - 1);
    } else {
      cells.copy(to, below);
      cells.zip(to, Nodes.value(node, 0), below + 1, count);
    }
  }

  private long entriesBelow(int node) {
    int count = nodes.count(node);
    int kids = nodes.kids(node);
    long entries = count;
    for (int k = 0; kids != 0 && k <= count; k++) {
      entries += nodes.kidSize(kids, k);
    }
    return entries;
  }

  /** Puts a new root above the root. */
  final void raise() {
    int root = root();
    int above = nodes.newInner();
    nodes.setKid(nodes.kids(above), 0, root, 0);
    nodes.setParent(root, above);
    height++;
    left[height] = above;
    right[height] = above;
    heightChanged();
  }

  /** Takes away a root that has no entries and one child. */
  final void lowerRoot() {
    nodes.free(root());
    height--;
    right[height] = left[height];
    nodes.setParent(root(), 0);
    heightChanged();
  }

  /** Evicts the entry where the search ended. */
  final void evictFound() {
    int entry = foundLevel;
    int node = foundNode;
    int i = foundIndex;
    if (entry > 0) {
      int leaf = nodes.kid(nodes.kids(node), i + 1);
      for (int level = entry - 1; level > 0; level--) {
        leaf = nodes.firstKid(leaf);
      }
      nodes.setTime(node, i, nodes.time(leaf, 0));
      cells.copy(Nodes.value(node, i), Nodes.value(leaf, 0));
      node = leaf;
      i = 0;
    } else if (node == left[0]) {
      i -= head;
      straighten();
    }
    int count = nodes.count(node) - 1;
    nodes.moveEntries(node, i, node, i + 1, count - i);
    cells.forget(Nodes.value(node, count), 1);
    nodes.setCount(node, count);
    size--;
    int level = 0;
    while (level < height) {
      visits++;
      int parent = nodes.parent(node);
      int position = nodes.position(parent, node);
      if (nodes.count(node) < (mayBeSmall(level, node) ? 1 : nodes.fewest)) {
        siblings.joinOrShare(
            level, parent, position < nodes.count(parent) ? position : position - 1);
      } else if (stops(level, node)) {
        stopped(level, node);
        if (level >= entry) {
          return;
        }
      } else {
        repairUp(parent, position, node);
      }
      node = parent;
      level++;
    }
    if (height > 0 && nodes.count(node) == 0) {
      lowerRoot();
    }
    stopped(height, root());
  }

  @Override
  protected final boolean aggregate(long from, long to) {
    if (size == 0) {
      return false;
    }
    if (from <= oldestTime() && aggregateUpTo(to)) {
      return true;
    }
    cells.identity(OUT);
    seekTop(from, to);
    return ranges.fold(foundNode, foundLevel, from, to);
  }

  /** Leaves the aggregate of all entries up to a time in OUT, where most of it is at hand. */
  boolean aggregateUpTo(long to) {
    return false;
  }

  /** Finds a node below which all of a range is, and what it keeps is settled. */
  void seekTop(long from, long to) {
    seekNode(from, to);
  }

  /** Finds a node below which all of a range is. */
  void seekNode(long from, long to) {
    foundNode = root();
    foundLevel = height;
  }

  @Override
  protected final long ceilingInside(long time, long youngest) {
    seekNode(time, time);
    return ranges.ceiling(foundNode, foundLevel, time, youngest);
  }

  @Override
  protected final void scan(SlotVisitor visitor) {
    if (size > 0) {
      scan(root(), height, visitor);
    }
  }

  private void scan(int node, int level, SlotVisitor visitor) {
    int count = nodes.count(node);
    int kids = nodes.kids(node);
    for (int i = first(node); i < count; i++) {
      if (level > 0) {
        scan(nodes.kid(kids, i), level - 1, visitor);
      }
      visitor.visit(nodes.time(node, i), Nodes.value(node, i));
    }
    if (level > 0) {
      scan(nodes.kid(kids, count), level - 1, visitor);
    }
  }

  @Override
  protected void reset() {
    nodes.blocks().reset(root(), height);
    ascent.reset();
    begin();
  }

  /** Begins with an empty root. */
  final void begin() {
    height = 0;
    head = 0;
    size = 0;
    left[0] = nodes.newLeaf();
    right[0] = left[0];
  }

  @Override
  public final long size() {
    open();
    return size;
  }

  @Override
  public final long bytes() {
    return nodes.bytes() + cells.bytes() + stageBytes();
  }

  Cells<O> cells() {
    return cells;
  }
}
