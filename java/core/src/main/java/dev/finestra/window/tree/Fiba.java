package dev.finestra.window.tree;

import static dev.finestra.window.Cells.IN;

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
 * O(log d + m (1 + log(d/m))); bulkEvict O(log m); query O(1), which is to say that the first query
 * after late inserts does, in O(log d), what they have left undone ({@link LateFinger}); range
 * query O(log d + log n of the range). Worst case of the single operations and of bulkEvict: O(log
 * n).
 *
 * <p>Nodes keep, by their place, off the spines the up aggregate Π↑ of their subtree (with their
 * parent, see {@link Nodes}), and on the spines what {@link Spines} says. {@link RightFinger}
 * appends, {@link LeftFinger} evicts, {@link LateFinger} inserts what comes late; a bulk that goes
 * to many places takes {@link Sites} and {@link Ascent}.
 *
 * <p>Invariants beside those of {@link Tree}, where the papers' are restated: (7) a node off the
 * spines has at least µ − 1 entries; one on a spine at least one. The right spine is filled from
 * the left, so that a stream in order leaves leaves nearly full behind, where halves would cost
 * twice the space; the left spine is used up to its last entry, so that evicting takes no
 * rebalancing until a node is empty. At most two nodes a level are small, so the height stays O(log
 * n), and each merge is still paid for by the µ − 1 evictions before it. Invariants 8 and 9 are
 * those of {@link Spines}, 10 and 11 those of {@link LateFinger}.
 *
 * <p>When user code throws in the middle of a change, the window is closed.
 *
 * <p>One thread at a time.
 */
class Fiba<O> extends Tree<O> {
  /** A bulk below this goes one by one. */
  private static final int SMALL = 3;

  private final boolean bulk;

  /** Whether what is freed holds on to objects until it is used again. */
  final boolean holdsReferences;

  private final Sites<O> sites = new Sites<>(this);
  final Spines<O> spines = new Spines<>(this);
  final LateFinger<O> late = new LateFinger<>(this);
  private final LeftFinger<O> leftFinger = new LeftFinger<>(this);
  private final RightFinger<O> rightFinger = new RightFinger<>(this);
  long youngest;

  Fiba(Algorithm algorithm, Aggregation<O> aggregation, long arity) {
    this(algorithm, Nodes.inMemory(aggregation, (int) arity));
  }

  Fiba(Algorithm algorithm, Nodes<O> nodes) {
    super(algorithm, nodes);
    this.bulk = algorithm.is(Trait.NATIVE_BULK_EVICT);
    this.holdsReferences = cells.holdsReferences();
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
        "O(1), after late inserts O(log d)",
        "n to 2n",
        bulk ? "bulk FiBA" : "FiBA");
  }

  // In order: the fast paths at the fingers.

  @Override
  protected void insertLifted(long time) {
    if (size == 0) {
      nodes.setTime(left[0], 0, time);
      cells.copy(Nodes.value(left[0], 0), IN);
      spines.emptied();
      cells.copy(left[0], IN);
      nodes.setCount(left[0], 1);
      size = 1;
      youngest = time;
    } else if (time > youngest) {
      rightFinger.append(time, IN);
    } else if (time == youngest) {
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
    if (found || stops(0, foundNode)) {
      insertFound(found, time);
    } else {
      late.aim(searchedFrom);
      late.insert(time);
    }
  }

  @Override
  protected long oldestTime() {
    return nodes.time(left[0], head);
  }

  @Override
  protected long youngestTime() {
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
    youngest = size == 0 ? 0 : nodes.lastTime(right[0]);
    return true;
  }

  @Override
  protected void aggregate() {
    if (late.isDirty()) {
      late.flush();
    }
    spines.aggregate();
  }

  // Bulk operations.

  @Override
  protected void evictUpTo(long time) {
    if (size == 0 || time < nodes.time(left[0], head)) {
      return;
    }
    if (holdsReferences) {
      nodes.blocks().letGo();
    }
    if (time >= youngest) {
      reset();
    } else if (!bulk) {
      while (nodes.time(left[0], head) <= time) {
        leftFinger.evictOldest();
      }
    } else if (height == 0 || time < nodes.lastTime(left[0])) {
      int next = head + 1;
      leftFinger.evictTo(
          nodes.time(left[0], next) > time ? next : nodes.upperBound(left[0], next, time));
    } else if (time < nodes.time(left[1], 0)) {
      leftFinger.evictTo(nodes.count(left[0]) - 1);
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
        size += sites.insert(times, from, i, tardy, values);
        ascent.run();
        settle();
        i = tardy;
      }
    }
    for (int n; i < count; i += n) {
      if (i >= tardy && size > 0 && count - i >= SMALL) {
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
   * Inserts what is late of a bulk at the late finger where all of it, but for the first entry,
   * falls into one gap; answers how many it inserted. The first one often repeats a time.
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

  // Searching from the fingers.

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

  /** Up the right spine to where the time is, then down from there. */
  @Override
  boolean aggregateUpTo(long to) {
    int level = 0;
    while (level < height && nodes.time(right[level], 0) > to) {
      level++;
    }
    visits += level;
    if (level == height) {
      return false;
    }
    if (late.isDirty()) {
      late.flush();
    }
    spines.aggregateBefore(level);
    ranges.foldUpTo(right[level], level, to);
    return true;
  }

  @Override
  void seekTop(long from, long to) {
    if (late.isDirty()) {
      late.flush();
    }
    seekNode(from, to);
  }

  @Override
  void seekNode(long from, long to) {
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
    super.seekNode(from, to);
  }

  @Override
  boolean stops(int level, int node) {
    return node == left[level] || node == right[level];
  }

  @Override
  void stopped(int level, int node) {
    spines.stopped(level, node);
  }

  @Override
  void absorbed(int level, int node, int slot) {
    spines.absorbed(level, node, slot);
  }

  @Override
  void heightChanged() {
    spines.heightChanged();
  }

  @Override
  void settle() {
    spines.settle();
  }

  @Override
  boolean mayBeSmall(int level, int node) {
    return stops(level, node);
  }

  @Override
  protected void reset() {
    super.reset();
    late.forget();
    spines.emptied();
  }

  @Override
  public void checkInvariants() {
    new TreeInvariants<>(this).check();
  }
}
