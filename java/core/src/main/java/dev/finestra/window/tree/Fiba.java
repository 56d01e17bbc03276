package dev.finestra.window.tree;

import static dev.finestra.window.Cells.A;
import static dev.finestra.window.Cells.IN;
import static dev.finestra.window.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.window.Cells;
import java.util.Arrays;
import java.util.EnumSet;

/**
 * FiBA, the finger B-tree aggregator, plain ({@code nb_fiba<µ>}) or with bulk operations ({@code
 * b_fiba<µ>}).
 *
 * <p>Papers: <em>Sub-O(log n) Out-of-Order Sliding-Window Aggregation</em> (the tree, its fingers,
 * location-sensitive aggregates, range queries) and <em>Out-of-Order Sliding-Window Aggregation
 * with Efficient Bulk Evictions and Insertions</em> (bulkEvict, bulkInsert, the deferred free
 * list).
 *
 * <p>Costs, amortized: insert O(log d), in order O(1); evict O(log d), the oldest O(1); bulkInsert
 * O(log d + m (1 + log(d/m))); bulkEvict O(log m); query O(1); range query O(log d + log n of the
 * range). Worst case of the single operations and of bulkEvict: O(log n).
 *
 * <p>Nodes keep, by their place: off the spines the up aggregate Π↑ of their subtree (with their
 * parent, see {@link Nodes}); on the left spine the left aggregate Π↙ = what is right of their
 * leftmost child, up to below the root; on the right spine likewise the right aggregate Π↘; the
 * root the inner aggregate Π▲, without its outermost children. A query is Π↙ of the left finger ⊗
 * Π▲ of the root ⊗ Π↘ of the right finger.
 *
 * <p>Invariants beside those of {@link Tree}, where the papers' are restated: (7) a node off the
 * spines has at least µ − 1 entries; one on a spine at least one. The right spine is filled from
 * the left, so that a stream in order leaves leaves nearly full behind, where halves would cost
 * twice the space; the left spine is used up to its last entry, so that evicting takes no
 * rebalancing until a node is empty. At most two nodes a level are small, so the height stays O(log
 * n), and each merge is still paid for by the µ − 1 evictions before it. (8) Π of spine nodes at
 * levels above 0 and of the right finger are as said. (9) Of the left finger's entries, those
 * before {@code head} are evicted; block 0 holds, for each one up to {@code suffixEnd}, the
 * aggregate from it up to the end of what Π↙ covers, unless {@code leftStale}. In a tree of height
 * 0 the Π of the root covers the entries from {@code suffixEnd} on: the two stacks of a window that
 * fits a node.
 *
 * <p>When user code throws in the middle of a change, the window is closed.
 *
 * <p>One thread at a time.
 */
final class Fiba<O> extends Tree<O> {
  /** Nothing to repair. */
  private static final int NONE = -1;

  /** A bulk below this goes one by one. */
  private static final int SMALL = 3;

  private final boolean bulk;
  private final Sites<O> sites = new Sites<>(this);
  final LateFinger<O> late = new LateFinger<>(this, path, index);
  private long youngest;
  private int suffixEnd;
  private boolean leftStale;
  private int leftFrom = NONE;
  private int rightFrom = NONE;
  private boolean rootStale;

  Fiba(Algorithm algorithm, Aggregation<O> aggregation, long arity) {
    super(algorithm, Cells.of(aggregation, 0, Nodes.firstShift((int) arity)), (int) arity);
    this.bulk = algorithm.is(Trait.NATIVE_BULK_EVICT);
    cells.identity(right[0]);
  }

  static Algorithm describeBulk(String name, long arity) {
    return describe(name, true);
  }

  static Algorithm describePlain(String name, long arity) {
    return describe(name, false);
  }

  private static Algorithm describe(String name, boolean bulk) {
    EnumSet<Trait> traits = EnumSet.of(Trait.OUT_OF_ORDER, Trait.RANGE_QUERY, Trait.KEEPS_ENTRIES);
    if (bulk) {
      traits.add(Trait.NATIVE_BULK_EVICT);
      traits.add(Trait.NATIVE_BULK_INSERT);
    }
    return new Algorithm(
        name,
        traits,
        "O(log d)",
        "O(1)",
        bulk ? "O(log d + m (1 + log(d/m)))" : "O(m log d)",
        bulk ? "O(log m)" : "O(m)",
        "O(1)",
        "n to 2n",
        bulk ? "bulk FiBA" : "FiBA");
  }

  // In order: the fast paths at the fingers.

  @Override
  protected void insertLifted(long time) {
    if (size == 0) {
      nodes.setTime(left[0], 0, time);
      cells.copy(Nodes.value(left[0], 0), IN);
      cells.copy(left[0], IN);
      nodes.setCount(left[0], 1);
      size = 1;
      youngest = time;
      leftStale = false;
      suffixEnd = 0;
    } else if (time > youngest) {
      append(time, IN);
    } else if (late.covers(time)) {
      late.insert(time);
    } else {
      insertLate(time);
    }
  }

  private void insertLate(long time) {
    late.drop();
    boolean found = searchFromFingers(time);
    if (found || stops(0, foundNode)) {
      insertFound(found, time);
    } else {
      late.aim(searchedFrom);
      late.insert(time);
    }
  }

  /** Inserts after the youngest: into the right finger, or a new one to its right. */
  private void append(long time, int value) {
    int leaf = right[0];
    int count = nodes.count(leaf);
    if (count == nodes.most && leaf == left[0]) {
      straighten();
      count = nodes.count(leaf);
    }
    size++;
    youngest = time;
    if (count < nodes.most) {
      nodes.setTime(leaf, count, time);
      cells.copy(Nodes.value(leaf, count), value);
      nodes.setCount(leaf, count + 1);
      if (rightFrom == NONE) {
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
    settle();
  }

  /**
   * Makes {@code next} the new right finger: the entry in register A goes between it and the old
   * one. A full right spine node passes its last entry on upwards, and keeps the rest.
   */
  private void grow(int last, long time, int next) {
    if (late.isDirty()) {
      late.flush();
    }
    rightFrom = Math.max(rightFrom, 0);
    int level = 0;
    while (true) {
      if (level == height) {
        raise();
      }
      int parent = right[level + 1];
      int count = nodes.count(parent);
      int kids = nodes.kids(parent);
      right[level] = next;
      if (last != left[level]) {
        repairUp(parent, count, last);
      }
      if (count < nodes.most) {
        addRight(level + 1, parent, time, next);
        break;
      }
      late.forget();
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
      rightFrom = Math.max(rightFrom, level);
      last = parent;
      next = above;
    }
  }

  /**
   * Adds the entry in register A and a child to the right of a node on the right spine; Π grows
   * with it.
   */
  private void addRight(int level, int parent, long time, int next) {
    int count = nodes.count(parent);
    int kids = nodes.kids(parent);
    nodes.setTime(parent, count, time);
    cells.copy(Nodes.value(parent, count), A);
    nodes.setKid(kids, count + 1, next, 0);
    nodes.setParent(next, parent);
    nodes.setCount(parent, count + 1);
    if (rightFrom < level) {
      cells.combine(parent, parent, kids + count);
      cells.combine(parent, parent, A);
    }
  }

  @Override
  public long oldest() {
    open();
    if (size == 0) {
      throw none();
    }
    return nodes.time(left[0], head);
  }

  @Override
  public long youngest() {
    open();
    if (size == 0) {
      throw none();
    }
    return youngest;
  }

  @Override
  protected boolean evictEntry(long time) {
    if (size == 0 || time > youngest) {
      return false;
    }
    long oldest = nodes.time(left[0], head);
    if (time <= oldest) {
      if (time == oldest) {
        evictOldest();
      }
      return time == oldest;
    }
    late.drop();
    if (!searchFromFingers(time)) {
      return false;
    }
    evictFound();
    settle();
    youngest = size == 0 ? 0 : nodes.lastTime(right[0]);
    return true;
  }

  private void evictOldest() {
    int leaf = left[0];
    cells.forget(Nodes.value(leaf, head), 1);
    size--;
    if (++head < nodes.count(leaf)) {
      return;
    }
    late.drop();
    head = 0;
    nodes.setCount(leaf, 0);
    if (height == 0) {
      emptied();
    } else if (!nextLeaf()) {
      int parent = left[1];
      refill(0);
      settle();
      if (height > 1 && left[1] != parent) {
        nodes.touchKids(left[1]);
      }
    }
  }

  /**
   * What {@link #refill} of an empty left finger mostly comes to: the entry after it moves to the
   * front of the next leaf, which is the left finger now. False where more is to be done.
   */
  private boolean nextLeaf() {
    int parent = left[1];
    int rest = nodes.count(parent) - 1;
    int kids = nodes.kids(parent);
    int next = nodes.kid(kids, 1);
    int count = nodes.count(next);
    if (rest == 0 || count == nodes.most) {
      return false;
    }
    visits++;
    nodes.moveEntries(next, 1, next, 0, count);
    nodes.moveEntries(next, 0, parent, 0, 1);
    nodes.setCount(next, count + 1);
    nodes.free(left[0]);
    left[0] = next;
    nodes.moveEntries(parent, 0, parent, 1, rest);
    cells.forget(Nodes.value(parent, rest), 1);
    nodes.moveKids(kids, 0, kids, 1, rest + 1);
    nodes.setCount(parent, rest);
    if (height == 1) {
      innerOf(parent);
    } else {
      leftOf(1);
    }
    leftStale = true;
    return true;
  }

  private void emptied() {
    cells.identity(right[0]);
    leftStale = false;
    suffixEnd = 0;
  }

  @Override
  protected void aggregate() {
    if (late.isDirty()) {
      late.flush();
    }
    if (leftStale || (height == 0 && head > suffixEnd)) {
      repairLeftFinger();
    }
    if (height == 0) {
      if (head < suffixEnd) {
        cells.combine(OUT, head, right[0]);
      } else {
        cells.copy(OUT, right[0]);
      }
    } else {
      cells.combine(OUT, head, root());
      cells.combine(OUT, OUT, right[0]);
    }
  }

  /**
   * Restores invariant 9: suffixes of the left finger's entries, and behind them Π↙ of its parent.
   */
  private void repairLeftFinger() {
    int leaf = left[0];
    int count = nodes.count(leaf);
    int parent = height > 1 ? left[1] : 0;
    cells.copy(head, Nodes.value(leaf, head), count - head);
    if (parent != 0) {
      cells.copy(count, parent);
    }
    cells.suffixes(head, head, count - head + (parent == 0 ? 0 : 1));
    suffixEnd = count;
    leftStale = false;
    if (height == 0) {
      cells.identity(leaf);
    }
  }

  // Bulk operations.

  @Override
  protected void evictUpTo(long time) {
    if (size == 0 || time < nodes.time(left[0], head)) {
      return;
    }
    if (time >= youngest) {
      reset();
    } else if (!bulk) {
      while (nodes.time(left[0], head) <= time) {
        evictOldest();
      }
    } else if (height == 0 || time < nodes.lastTime(left[0])) {
      int next = head + 1;
      evictTo(nodes.time(left[0], next) > time ? next : nodes.upperBound(left[0], next, time));
    } else if (time < nodes.time(left[1], 0)) {
      evictTo(nodes.count(left[0]) - 1);
      evictOldest();
    } else {
      cut(time);
      settle();
    }
  }

  /** Evicts the left finger's entries before one of them. */
  private void evictTo(int entry) {
    cells.forget(Nodes.value(left[0], head), entry - head);
    size -= entry - head;
    head = entry;
  }

  /** Cuts the tree along the boundary between what goes and what stays. */
  private void cut(long time) {
    late.drop();
    int level = 1;
    while (level < height && nodes.lastTime(left[level]) <= time) {
      level++;
    }
    int top = level;
    boolean oldSpine = true;
    int node = left[top];
    while (true) {
      visits++;
      boolean wasLeft = oldSpine;
      int from = wasLeft && level == 0 ? head : 0;
      int i = nodes.upperBound(node, from, time);
      boolean exact = i > from && nodes.time(node, i - 1) == time;
      drop(node, level, i, wasLeft);
      oldSpine = wasLeft && i == 0;
      if (level == 0) {
        break;
      }
      node = nodes.firstKid(node);
      left[--level] = node;
      if (exact) {
        while (level > 0) {
          node = nodes.firstKid(node);
          left[--level] = node;
        }
        break;
      }
    }
    head = 0;
    for (level = top; level >= 0; level--) {
      refill(level);
      stopped(Math.min(level, height), left[Math.min(level, height)]);
    }
  }

  /** Drops the first i entries of a node, and the children to their left. */
  private void drop(int node, int level, int i, boolean wasLeft) {
    int count = nodes.count(node);
    size -= i - (wasLeft && level == 0 ? head : 0);
    nodes.moveEntries(node, 0, node, i, count - i);
    cells.forget(Nodes.value(node, count - i), i);
    nodes.setCount(node, count - i);
    if (level > 0) {
      int kids = nodes.kids(node);
      for (int k = 0; k < i; k++) {
        int kid = nodes.kid(kids, k);
        size -= k == 0 && wasLeft ? spineSize(kid, level - 1) : nodes.kidSize(kids, k);
        nodes.freeSubtree(kid, level - 1);
      }
      nodes.moveKids(kids, 0, kids, i, count - i + 1);
    }
  }

  /** How many entries are below a node of the left spine. */
  private long spineSize(int node, int level) {
    long entries = 0;
    for (; level > 0; level--) {
      visits++;
      int kids = nodes.kids(node);
      int count = nodes.count(node);
      entries += count;
      for (int k = 1; k <= count; k++) {
        entries += nodes.kidSize(kids, k);
      }
      node = nodes.kid(kids, 0);
    }
    return entries + nodes.count(node) - head;
  }

  /** Restores invariant 7 for a node of the left spine that has become empty. */
  private void refill(int level) {
    if (level > height || nodes.count(left[level]) > 0) {
      return;
    }
    if (level == height) {
      if (height > 0) {
        lowerRoot();
      } else {
        emptied();
      }
      return;
    }
    refill(level + 1);
    if (level == height || nodes.count(left[level]) > 0) {
      refill(level);
      return;
    }
    visits++;
    siblings.joinOrShare(level, left[level + 1], 0);
    refill(level + 1);
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    if (!bulk) {
      super.bulkInsertLifted(times, from, count, values);
      return;
    }
    int i = 0;
    int tardy = lateIn(times, from, count);
    if (tardy >= SMALL) {
      i = insertRun(times, from, tardy, values);
      if (i < tardy) {
        late.drop();
        ascent.begin(times, from, values, 0);
        size += sites.insert(times, from, i, tardy, values);
        ascent.run();
        settle();
        i = tardy;
      }
    }
    for (int n; i < count; i += n) {
      if (i >= tardy && size > 0 && count - i >= SMALL) {
        n = appendRun(times, from + i, count - i, values, i);
      } else {
        cells.copy(IN, values, i, 1);
        insertLifted(times[from + i]);
        n = 1;
      }
    }
    if (!late.isDirty()) {
      settle();
    }
  }

  /**
   * Inserts what is late of a bulk at the late finger where all of it, but for the first entry, falls
   * into one gap; answers how many it inserted. The first one often repeats a time.
   */
  private int insertRun(long[] times, int from, int count, Cells<O> values) {
    for (int i = 0; i < 2; i++) {
      long time = times[from + i];
      boolean found = false;
      if (!late.covers(time)) {
        late.drop();
        found = searchFromFingers(time);
        if (!found) {
          if (stops(0, foundNode)) {
            return i;
          }
          late.aim(searchedFrom);
        }
      }
      long gap = found ? time : late.gap(time);
      if (times[from + count - 1] < gap) {
        late.insert(times, from + i, count - i, values, i);
        return count;
      }
      if (i > 0 || gap != time) {
        return i;
      }
      cells.copy(IN, values, i, 1);
      if (found) {
        insertFound(true, time);
      } else {
        late.insert(time);
      }
    }
    return 1;
  }

  /** How many entries of a bulk are not later than the youngest. */
  private int lateIn(long[] times, int from, int count) {
    if (size == 0 || count == 0 || times[from] > youngest) {
      return 0;
    }
    if (times[from + count - 1] <= youngest) {
      return count;
    }
    int i = Arrays.binarySearch(times, from, from + count, youngest);
    return (i >= 0 ? i + 1 : ~i) - from;
  }

  /**
   * Fills the right finger from a bulk, and where more is left, begins a new right finger behind an
   * entry of the bulk. Answers how many entries it took.
   */
  private int appendRun(long[] times, int from, int count, Cells<O> values, int slot) {
    if (right[0] == left[0]) {
      straighten();
    }
    int leaf = right[0];
    int old = nodes.count(leaf);
    int n = Math.min(count, nodes.most - 1 - old);
    if (n > 0) {
      nodes.putEntries(leaf, old, times, from, n, values, slot);
      nodes.setCount(leaf, old + n);
      size += n;
      youngest = times[from + n - 1];
    } else {
      n = 0;
    }
    if (count - n < 2) {
      if (rightFrom == NONE) {
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
      size--;
    } else {
      time = times[from + n];
      cells.copy(A, values, slot + n, 1);
      n++;
    }
    nodes.setTime(next, 0, times[from + n]);
    cells.copy(Nodes.value(next, 0), values, slot + n, 1);
    nodes.setCount(next, 1);
    youngest = times[from + n];
    size += 2;
    grow(leaf, time, next);
    return n + 1;
  }

  // Searching from the fingers, and repairing the spines.

  /**
   * The finger search: up the nearer spine to the first node whose subtree has the time, then down.
   */
  private boolean searchFromFingers(long time) {
    int level = 0;
    int node = right[0];
    while (level < height && nodes.time(node, 0) > time) {
      node = left[level];
      if (nodes.lastTime(node) >= time) {
        break;
      }
      node = right[++level];
    }
    visits += level;
    return search(node, level, time);
  }

  @Override
  void seekTop(long from, long to) {
    if (late.isDirty()) {
      late.flush();
    }
    for (int level = 0; level < height; level++) {
      visits++;
      foundLevel = level;
      foundNode = right[level];
      if (nodes.time(foundNode, 0) <= from) {
        return;
      }
      foundNode = left[level];
      if (nodes.lastTime(foundNode) >= to) {
        return;
      }
    }
    super.seekTop(from, to);
  }

  @Override
  boolean stops(int level, int node) {
    return node == left[level] || node == right[level];
  }

  @Override
  void stopped(int level, int node) {
    if (level == height) {
      rootStale = true;
      leftStale |= height == 0;
    } else {
      if (node == left[level]) {
        leftFrom = Math.max(leftFrom, level);
      }
      if (node == right[level]) {
        rightFrom = Math.max(rightFrom, level);
      }
    }
  }

  @Override
  void absorbed(int level, int node, int slot) {
    if (level == height) {
      leftStale |= height == 0;
      cells.combine(node, node, slot);
    } else {
      if (node == left[level]) {
        leftStale = true;
        for (int l = level; l > 0; l--) {
          cells.combine(left[l], left[l], slot);
        }
      } else {
        for (int l = level; l >= 0; l--) {
          cells.combine(right[l], right[l], slot);
        }
      }
    }
  }

  @Override
  void heightChanged() {
    rootStale = true;
    leftFrom = height;
    rightFrom = height;
  }

  @Override
  boolean mayBeSmall(int level, int node) {
    return stops(level, node);
  }

  /** Restores invariant 8 from the highest changed level down each spine. */
  @Override
  void settle() {
    if (rootStale) {
      rootStale = false;
      if (height == 0) {
        leftStale = true;
        cells.identity(root()); // an append combines onto it before the next query comes
      } else {
        innerOf(root());
      }
    }
    if (leftFrom >= 0) {
      for (int level = Math.min(leftFrom, height - 1); level > 0; level--) {
        leftOf(level);
      }
      leftStale = true;
      leftFrom = NONE;
    }
    if (rightFrom >= 0) {
      for (int level = Math.min(rightFrom, height - 1); level >= 0; level--) {
        rightOf(level);
      }
      rightFrom = NONE;
    }
  }

  /** Π▲ of the root: without its first and last child. */
  private void innerOf(int node) {
    visits++;
    cells.copy(node, Nodes.value(node, 0));
    cells.zip(node, nodes.kids(node) + 1, Nodes.value(node, 1), nodes.count(node) - 1);
  }

  /** Π↙ of the left spine at a level above 0. */
  private void leftOf(int level) {
    int node = left[level];
    innerOf(node);
    cells.combine(node, node, nodes.kids(node) + nodes.count(node));
    if (level + 1 < height) {
      cells.combine(node, node, left[level + 1]);
    }
  }

  /** Π↘ of the right spine at a level. */
  private void rightOf(int level) {
    visits++;
    int node = right[level];
    if (level + 1 < height) {
      cells.copy(node, right[level + 1]);
    } else {
      cells.identity(node);
    }
    if (level == 0) {
      cells.fold(node, Nodes.value(node, 0), nodes.count(node));
    } else {
      cells.zip(node, nodes.kids(node), Nodes.value(node, 0), nodes.count(node));
    }
  }

  @Override
  protected void reset() {
    super.reset();
    late.forget();
    emptied();
  }

  /** What invariant 8 and 9 say, for {@link TreeInvariants}. */
  boolean isLeftStale() {
    return leftStale;
  }

  /** The highest level of the left or the right spine whose Π invariant 11 excuses, or −1. */
  int staleFrom(boolean left) {
    if (!late.isDirty()) {
      return NONE;
    }
    int[] spine = left ? this.left : right;
    int from = rootStale ? height : left ? leftFrom : rightFrom;
    return spine[late.top()] == path[late.top()] ? Math.max(from, late.top()) : from;
  }

  int suffixEnd() {
    return suffixEnd;
  }

  @Override
  public void checkInvariants() {
    new TreeInvariants<>(this).check();
  }
}
