package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.IN;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Drawn;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.window.Window;
import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;
import java.util.Map;

/**
 * A B-tree with entries in every node: the base of the finger B-tree and the classic one.
 *
 * <p>Each part of its state has one owner: {@link Nodes} has the blocks of the nodes, {@link
 * Spines} the outermost nodes and the height, {@link SearchPath} the path of the last search; the
 * number of entries is here. {@link Siblings} and {@link Ascent} rebalance, {@link Ranges} answers
 * ranges.
 *
 * <p>Levels count from the leaves, which are level 0. A subclass decides at which nodes a repair
 * ends on its way up ({@link #stops}), and what happens there ({@link #stopped}). These nodes may
 * have fewer than µ − 1 entries.
 *
 * <p>Invariants: see {@link TreeInvariants}, which numbers and checks them.
 */
abstract class Tree<O> extends Window<O> implements Drawn {
  final Nodes<O> nodes;
  final Spines spines = new Spines();
  final SearchPath<O> path;
  final Ascent<O> ascent;
  final Siblings<O> siblings;
  final Ranges<O> ranges;
  private final boolean commutative;
  private long entries;

  Tree(Algorithm algorithm, Nodes<O> nodes) {
    super(algorithm, nodes.cells());
    this.nodes = nodes;
    spines.begin(nodes.newLeaf());
    path = new SearchPath<>(nodes, spines);
    ascent = new Ascent<>(this);
    siblings = new Siblings<>(this);
    ranges = new Ranges<>(this);
    commutative = cells.aggregation().is(Property.COMMUTATIVE);
  }

  /** Whether a repair on its way up ends at this node, which may have fewer than µ − 1 entries. */
  abstract boolean stops(int level, int node);

  /** Notes that a repair ended at this node, for {@link #settle}. */
  abstract void stopped(int level, int node);

  /**
   * Adds a register, which was inserted into or below this node, to the aggregates of the node and
   * its spine.
   */
  abstract void absorbed(int level, int node, int slot);

  /** Notes that a root was put above the old one, or the old one removed. */
  abstract void heightChanged();

  /** Repairs the nodes that {@link #stopped} noted. */
  abstract void settle();

  /** The number of entries. */
  final long entries() {
    return entries;
  }

  final void added(long more) {
    entries += more;
  }

  final void removed(long fewer) {
    entries -= fewer;
  }

  /** Sets the number of entries, as read from a header. */
  final void resume(long count) {
    entries = count;
  }

  @Override
  public final Map<String, Object> drawing() {
    return new Drawing<>(this).draw();
  }

  /** Inserts register IN where the search ended. */
  final void insertFound(boolean found, long time) {
    int level = path.end();
    int node = path.node(level);
    int i = path.index(level);
    if (found) {
      int slot = Nodes.value(node, i);
      cells.combine(slot, slot, IN);
      climb(0, node, level);
    } else {
      if (node == spines.left(0)) {
        i -= spines.head();
        straighten();
      }
      if (nodes.count(node) < nodes.most) {
        nodes.insertEntry(node, i, time, IN, 0);
        climb(1, node, 0);
      } else {
        ascent.insert(node, time);
      }
      added(1);
    }
    settle();
  }

  /** Closes the gap at the front of the leftmost leaf. */
  final void straighten() {
    int evicted = spines.head();
    if (evicted > 0) {
      int leaf = spines.left(0);
      int count = nodes.count(leaf) - evicted;
      nodes.moveEntries(leaf, 0, leaf, evicted, count);
      cells.forget(Nodes.value(leaf, count), evicted);
      nodes.setCount(leaf, count);
      spines.setHead(0);
      stopped(0, leaf);
    }
  }

  /**
   * Adds register IN to the aggregates above a node on the last search's path, and {@code more}
   * entries to the sizes. If the aggregation is commutative, that takes one combine for each up
   * aggregate instead of 2µ.
   */
  final void climb(int more, int node, int level) {
    int from = level;
    while (!stops(level, node)) {
      int parent = path.node(level + 1);
      int kids = nodes.kids(parent);
      int i = path.index(level + 1);
      if (commutative) {
        cells.combine(kids + i, kids + i, IN);
      } else {
        foldUp(kids + i, node);
      }
      nodes.addToKidSize(kids, i, more);
      node = parent;
      level++;
    }
    nodes.visit(level - from + 1);
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
    int root = spines.root();
    int above = nodes.newInner();
    nodes.setKid(nodes.kids(above), 0, root, 0);
    nodes.setParent(root, above);
    spines.raise(above);
    heightChanged();
  }

  /** Removes a root that has no entries and one child. */
  final void lowerRoot() {
    nodes.free(spines.root());
    spines.lower();
    nodes.setParent(spines.root(), 0);
    heightChanged();
  }

  /** Evicts the entry where the search ended. */
  final void evictFound() {
    int entry = path.end();
    int node = path.node(entry);
    int i = path.index(entry);
    if (entry > 0) {
      int leaf = nodes.kid(nodes.kids(node), i + 1);
      for (int level = entry - 1; level > 0; level--) {
        leaf = nodes.firstKid(leaf);
      }
      nodes.setTime(node, i, nodes.time(leaf, 0));
      cells.copy(Nodes.value(node, i), Nodes.value(leaf, 0));
      node = leaf;
      i = 0;
    } else if (node == spines.left(0)) {
      i -= spines.head();
      straighten();
    }
    int count = nodes.count(node) - 1;
    nodes.moveEntries(node, i, node, i + 1, count - i);
    cells.forget(Nodes.value(node, count), 1);
    nodes.setCount(node, count);
    removed(1);
    int level = 0;
    while (level < spines.height()) {
      nodes.visit(1);
      int parent = nodes.parent(node);
      int position = nodes.position(parent, node);
      if (nodes.count(node) < (stops(level, node) ? 1 : nodes.fewest)) {
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
    if (spines.height() > 0 && nodes.count(node) == 0) {
      lowerRoot();
    }
    stopped(spines.height(), spines.root());
  }

  @Override
  protected final boolean aggregate(long from, long to) {
    if (entries == 0) {
      return false;
    }
    if (from <= oldestTime() && aggregateUpTo(to)) {
      return true;
    }
    cells.identity(OUT);
    settleForRange();
    return ranges.fold(seek(from, to), from, to);
  }

  /**
   * Leaves the aggregate of all entries up to a time in OUT if a stored aggregate covers most of
   * it; else returns false.
   */
  boolean aggregateUpTo(long to) {
    return false;
  }

  /** Repairs the aggregates that a range query reads. */
  void settleForRange() {}

  /**
   * The level of a spine node whose subtree covers a range: on the right spine, or, if negative,
   * {@code ~} the level on the left spine.
   */
  int seek(long from, long to) {
    return spines.height();
  }

  @Override
  protected final long ceilingInside(long time, long youngest) {
    return ranges.ceiling(seek(time, time), time, youngest);
  }

  @Override
  protected final long oldestTime() {
    return nodes.time(spines.left(0), spines.head());
  }

  @Override
  protected final void scan(SlotVisitor visitor) {
    if (entries > 0) {
      scan(spines.root(), spines.height(), visitor);
    }
  }

  private void scan(int node, int level, SlotVisitor visitor) {
    int count = nodes.count(node);
    int kids = nodes.kids(node);
    for (int i = spines.first(node); i < count; i++) {
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
    nodes.blocks().reset(spines.root(), spines.height());
    ascent.reset();
    begin();
  }

  /** Makes an empty root. */
  final void begin() {
    entries = 0;
    spines.begin(nodes.newLeaf());
  }

  @Override
  public final long size() {
    open();
    return entries;
  }

  @Override
  public final long bytes() {
    return nodes.bytes() + cells.bytes() + bulkBytes();
  }

  Cells<O> cells() {
    return cells;
  }

  @Override
  public final void checkInvariants() {
    new TreeInvariants<>(this).check();
  }
}
