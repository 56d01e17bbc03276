package dev.finestra.internal.window.flat;

import static dev.finestra.internal.window.flat.Room.slot;
import static dev.finestra.internal.window.slots.Cells.A;
import static dev.finestra.internal.window.slots.Cells.C;
import static dev.finestra.internal.window.slots.Cells.OUT;

import dev.finestra.Algorithm;
import dev.finestra.internal.window.slots.Cells;
import java.util.Arrays;

/**
 * Entries with a binary tree over their positions: node i of level k covers positions [i 2^k, (i +
 * 1) 2^k). The entries are level 0.
 *
 * <p>Each level is a ring of its own: its nodes are together in memory, a sliding window reuses the
 * same memory, and growing moves no node. The algorithm chooses which nodes to keep up to date.
 *
 * <p>Costs: those of {@link PositionedEntries}; {@link #complete(long)} one combine for each node,
 * so less than one for each appended entry; {@link #fold} O(log n) combines.
 *
 * <p>Invariants: those of {@link PositionedEntries}.
 */
abstract class Levels<O> extends PositionedEntries<O> {
  /** The highest level: there are never more than 2^29 entries. */
  static final int MOST = 30;

  private Cells<O>[] nodes;

  /** For each level, the end of the nodes for which there is room. */
  private final long[] made = new long[MOST + 1];

  @SuppressWarnings({"unchecked", "rawtypes"})
  Levels(Algorithm algorithm, Cells<O> cells) {
    super(algorithm, cells);
    this.nodes = new Cells[] {cells};
  }

  final Cells<O> level(int k) {
    return nodes[k];
  }

  /**
   * Makes room for all nodes that overlap positions [head, end), up to the level with at most two
   * of them.
   */
  @Override
  final void room(long end) {
    for (int k = 1; 1L << k < 2 * (end - head); k++) {
      if (k == nodes.length) {
        nodes = Arrays.copyOf(nodes, k + 1);
        nodes[k] = cells.fresh(0, Math.max(1, 4 - k));
      }
      long first = head >>> k;
      long last = ((end - 1) >>> k) + 1;
      while (made[k] < last) {
        made[k] = Math.max(made[k], first);
        made[k] += Room.make(nodes[k].chunks(), first, made[k]);
      }
    }
  }

  /**
   * Releases the nodes that end in positions (head, to]. If {@code chunks}, that may include whole
   * chunks of a level.
   */
  @Override
  final void leave(long to, boolean chunks) {
    if (chunks || cells.holdsReferences()) {
      leaveAll(to);
    }
  }

  private void leaveAll(long to) {
    for (int k = 1; k < nodes.length && head >>> k < to >>> k; k++) {
      Room.leave(nodes[k], head >>> k, to >>> k);
    }
  }

  /** Combines the nodes inside [head, to) that end at {@code to}; their leaves are complete. */
  final void complete(long to) {
    int height =
        Math.min(Long.numberOfTrailingZeros(to), 63 - Long.numberOfLeadingZeros(to - head));
    if (height > 0) {
      climb(0, height, to - 1, false);
    }
  }

  /**
   * Recombines the oldest or the youngest nodes on levels from + 1 up to {@code to}, the ancestors
   * of {@code node} at level {@code from}. Each level below {@code to} has another node.
   */
  final void climb(int from, int to, long node, boolean oldest) {
    cells.copy(A, nodes[from], slot(node), 1);
    for (int k = from; k < to; k++) {
      boolean isLeft = (node & 1) == 0;
      if (oldest && isLeft) {
        cells.combine(A, A, nodes[k], slot(node + 1));
      } else if (!oldest && !isLeft) {
        cells.combine(A, nodes[k], slot(node - 1), A);
      }
      node >>>= 1;
      nodes[k + 1].copy(slot(node), cells, A, 1);
    }
  }

  /** Combines the nodes inside [head, to) that end in (from, to]; their leaves are complete. */
  final void complete(long from, long to) {
    for (int k = 1; 1L << k <= to - head; k++) {
      long first = Math.max(from >>> k, (head + (1L << k) - 1) >>> k);
      int count = (int) ((to >>> k) - first);
      if (count > 0) {
        nodes[k].pairs(slot(first), nodes[k - 1], slot(2 * first), count);
      } else if (to >>> k == from >>> k) {
        return;
      }
    }
  }

  /**
   * Leaves the aggregate of positions [from, to), at least one, in register OUT, combined from
   * nodes inside that range up to level {@code top}.
   */
  final void fold(long from, long to, int top) {
    boolean left = false;
    boolean right = false;
    for (int k = 0; from < to; k++, from >>>= 1, to >>>= 1) {
      while (from < to && ((from & 1) != 0 || k == top)) {
        append(left, k, from++);
        left = true;
      }
      if (from < to && (to & 1) != 0) {
        prepend(right, k, --to);
        right = true;
      }
    }
    if (left && right) {
      cells.combine(OUT, OUT, A);
    } else if (right) {
      cells.copy(OUT, A);
    }
  }

  private void append(boolean more, int k, long node) {
    if (more) {
      cells.combine(OUT, OUT, nodes[k], slot(node));
    } else {
      cells.copy(OUT, nodes[k], slot(node), 1);
    }
  }

  private void prepend(boolean more, int k, long node) {
    if (more) {
      cells.combine(A, nodes[k], slot(node), A);
    } else {
      cells.copy(A, nodes[k], slot(node), 1);
    }
  }

  @Override
  public final long bytes() {
    long bytes = super.bytes();
    for (int k = 1; k < nodes.length; k++) {
      bytes += nodes[k].bytes();
    }
    return bytes;
  }

  /** Throws if a node inside positions [from, to) is not the combination of its children. */
  final void checkNodes(long from, long to, int top, String invariant) {
    for (int k = 1; k <= top && 1L << k <= to - from; k++) {
      for (long node = (from + (1L << k) - 1) >>> k; node < to >>> k; node++) {
        cells.copy(OUT, nodes[k - 1], slot(2 * node), 1);
        cells.combine(OUT, OUT, nodes[k - 1], slot(2 * node + 1));
        cells.copy(C, nodes[k], slot(node), 1);
        checkSame(OUT, C, invariant + " broken: node " + node + " of level " + k);
      }
    }
  }
}
