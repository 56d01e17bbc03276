package dev.finestra.internal.window.tree;

import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.nodes.Nodes;
import dev.finestra.internal.window.slots.Cells;
import java.util.Arrays;

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
 * O(log d + m (1 + log(d/m))); bulkEvict O(log m); query O(1), but O(log d) for the first query
 * after late inserts, which repairs stale aggregates ({@link LateFinger}); range query O(log d +
 * log r) for r entries in the range. Worst case of the single operations and of bulkEvict: O(log
 * n).
 *
 * <p>A node off the spines has the up aggregate Π↑ of its subtree (stored with its parent, see
 * {@link Nodes}); a node on a spine has the aggregate that {@link SpineAggregates} describes.
 * {@link RightFinger} appends, {@link LeftFinger} evicts, {@link LateFinger} inserts late entries,
 * and {@link Ascent} inserts a bulk that goes to many places.
 *
 * <p>Invariants: see {@link TreeInvariants}. {@link LeftFinger} and {@link RightFinger} restore 7,
 * {@link SpineAggregates} 8 and 9, {@link LateFinger} 10 and 11.
 */
class Fiba<O> extends Tree<O> {
  /** Entries of a smaller bulk are inserted one by one. */
  private static final int SMALL = 3;

  private final boolean bulk;

  /** Whether freed nodes refer to objects until they are reused. */
  final boolean holdsReferences;

  final SpineAggregates<O> aggregates = new SpineAggregates<>(this);
  final LateFinger<O> late = new LateFinger<>(this);
  private final LeftFinger<O> leftFinger = new LeftFinger<>(this);
  final RightFinger<O> rightFinger = new RightFinger<>(this);

  Fiba(Algorithm algorithm, Aggregation<O> aggregation, int arity) {
    this(algorithm, Nodes.inMemory(aggregation, arity));
  }

  Fiba(Algorithm algorithm, Nodes<O> nodes) {
    super(algorithm, nodes);
    this.bulk = algorithm.is(Trait.NATIVE_BULK_EVICT);
    this.holdsReferences = cells.holdsReferences();
  }

  // In order: the fast paths at the fingers.

  @Override
  protected void insertLifted(long time) {
    if (entries() == 0) {
      nodes.setTime(spines.left(0), 0, time);
      cells.copy(Nodes.value(spines.left(0), 0), IN);
      aggregates.emptied();
      cells.copy(spines.left(0), IN);
      nodes.setCount(spines.left(0), 1);
      added(1);
      rightFinger.setYoungest(time);
    } else if (time > rightFinger.youngest()) {
      rightFinger.append(time, IN);
    } else if (time == rightFinger.youngest()) {
      rightFinger.combine(IN);
    } else if (late.covers(time)) {
      late.insert(time);
    } else {
      insertLate(time);
    }
  }

  private void insertLate(long time) {
    late.drop();
    boolean found = searchFromFingers(time);
    if (found || stops(0, path.node(path.end()))) {
      insertFound(found, time);
    } else {
      late.aim();
      late.insert(time);
    }
  }

  @Override
  protected long youngestTime() {
    return rightFinger.youngest();
  }

  @Override
  protected boolean evictEntry(long time) {
    if (entries() == 0 || time > rightFinger.youngest()) {
      return false;
    }
    long oldest = oldestTime();
    if (time <= oldest) {
      if (time == oldest) {
        leftFinger.evictOldest();
      }
      return time == oldest;
    }
    late.drop();
    if (!searchFromFingers(time)) {
      return false;
    }
    evictFound();
    settle();
    if (entries() > 0) {
      rightFinger.setYoungest(nodes.lastTime(spines.right(0)));
    }
    return true;
  }

  @Override
  protected void aggregate() {
    if (late.isDirty()) {
      late.flush();
    }
    aggregates.aggregate();
  }

  // Bulk operations.

  @Override
  protected void evictUpTo(long time) {
    if (entries() == 0 || time < oldestTime()) {
      return;
    }
    if (holdsReferences) {
      nodes.blocks().letGo();
    }
    if (time >= rightFinger.youngest()) {
      reset();
    } else if (!bulk) {
      while (oldestTime() <= time) {
        leftFinger.evictOldest();
      }
    } else if (spines.height() == 0 || time < nodes.lastTime(spines.left(0))) {
      int next = spines.head() + 1;
      leftFinger.evictTo(
          nodes.time(spines.left(0), next) > time
              ? next
              : nodes.upperBound(spines.left(0), next, time));
    } else if (time < nodes.time(spines.left(1), 0)) {
      leftFinger.evictTo(nodes.count(spines.left(0)) - 1);
      leftFinger.evictOldest();
    } else {
      leftFinger.cut(time);
      settle();
    }
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
        added(insertFrom(times, from, i, tardy, values));
        ascent.run();
        settle();
        i = tardy;
      }
    }
    for (int n; i < count; i += n) {
      if (i >= tardy && entries() > 0 && count - i >= SMALL) {
        n = rightFinger.appendRun(times, from + i, count - i, values, i);
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
   * Inserts the late part of a bulk at the late finger if all of it falls into one gap between
   * entries. The first entry may repeat a time instead, as it often does. Returns how many it
   * inserted.
   */
  private int insertRun(long[] times, int from, int count, Cells<O> values) {
    for (int i = 0; i < 2; i++) {
      long time = times[from + i];
      boolean found = false;
      if (!late.covers(time)) {
        late.drop();
        found = searchFromFingers(time);
        if (!found) {
          if (stops(0, path.node(0))) {
            return i;
          }
          late.aim();
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

  /**
   * Finds the places of entries [first, count) of a bulk. An entry at a time that the tree has is
   * combined at once; the others are left to the ascent. Returns the number of the others.
   */
  private int insertFrom(long[] times, int from, int first, int count, Cells<O> values) {
    int level = levelOf(times[from + first]);
    path.begin(level, spines.right(level));
    int inserted = 0;
    for (int i = first; i < count; i++) {
      long time = times[from + i];
      boolean found = i == first ? path.descend(time) : path.advance(time);
      int node = path.node(path.end());
      if (found) {
        int slot = Nodes.value(node, path.index(path.end()));
        cells.copy(IN, values, i, 1);
        cells.combine(slot, slot, IN);
        ascent.hit(path.end(), node);
      } else {
        ascent.add(node, i);
        inserted++;
      }
    }
    return inserted;
  }

  /** How many entries of a bulk are not later than the youngest. */
  private int lateIn(long[] times, int from, int count) {
    if (entries() == 0 || count == 0 || times[from] > rightFinger.youngest()) {
      return 0;
    }
    if (times[from + count - 1] <= rightFinger.youngest()) {
      return count;
    }
    int i = Arrays.binarySearch(times, from, from + count, rightFinger.youngest());
    return (i >= 0 ? i + 1 : ~i) - from;
  }

  // Searching from the fingers.

  /**
   * The finger search: up the nearer spine to the first node whose subtree covers the time, then
   * down.
   */
  private boolean searchFromFingers(long time) {
    int level = 0;
    int node = spines.right(0);
    while (level < spines.height() && nodes.time(node, 0) > time) {
      node = spines.left(level);
      if (nodes.lastTime(node) >= time) {
        break;
      }
      node = spines.right(++level);
    }
    nodes.visit(level);
    path.begin(level, node);
    return path.descend(time);
  }

  /** The level of the first node up the right spine whose subtree covers the time. */
  private int levelOf(long time) {
    int level = 0;
    while (level < spines.height() && nodes.time(spines.right(level), 0) > time) {
      level++;
    }
    nodes.visit(level);
    return level;
  }

  /** Goes up the right spine to the first node whose subtree covers the time, then down. */
  @Override
  boolean aggregateUpTo(long to) {
    int level = levelOf(to);
    if (level == spines.height()) {
      return false;
    }
    settleForRange();
    aggregates.aggregateBefore(level);
    ranges.foldUpTo(spines.right(level), level, to);
    return true;
  }

  @Override
  void settleForRange() {
    if (late.isDirty()) {
      late.flush();
    }
  }

  @Override
  int seek(long from, long to) {
    for (int level = 0; level < spines.height(); level++) {
      nodes.visit(1);
      if (nodes.time(spines.right(level), 0) <= from) {
        return level;
      }
      if (nodes.lastTime(spines.left(level)) >= to) {
        return ~level;
      }
    }
    return spines.height();
  }

  /** The highest level of a spine whose Π is stale, or −1. */
  int staleFrom(boolean onLeft) {
    return late.staleFrom(onLeft, aggregates.staleFrom(onLeft));
  }

  @Override
  boolean stops(int level, int node) {
    return spines.has(level, node);
  }

  @Override
  void stopped(int level, int node) {
    aggregates.stopped(level, node);
  }

  @Override
  void absorbed(int level, int node, int slot) {
    aggregates.absorbed(level, node, slot);
  }

  @Override
  void heightChanged() {
    aggregates.heightChanged();
  }

  @Override
  void settle() {
    aggregates.settle();
  }

  @Override
  protected void reset() {
    super.reset();
    late.forget();
    aggregates.emptied();
  }
}
