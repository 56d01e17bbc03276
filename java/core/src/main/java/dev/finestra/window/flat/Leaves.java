package dev.finestra.window.flat;

import static dev.finestra.window.Cells.OUT;
import static dev.finestra.window.flat.Room.slot;

import dev.finestra.Algorithm;
import dev.finestra.window.Cells;

/**
 * Entries that are the leaves of a binary tree; which of its nodes are kept right is the
 * algorithm's affair.
 *
 * <p>Costs: those of {@link Entries} and {@link Levels}.
 *
 * <p>Invariants: those of {@link Entries}.
 *
 * <p>When user code throws: as {@link Entries}.
 *
 * <p>One thread at a time.
 */
abstract class Leaves<O> extends Entries<O> {
  final Levels<O> levels = new Levels<>(cells);

  Leaves(Algorithm algorithm, Cells<O> cells) {
    super(algorithm, cells);
  }

  @Override
  final void room(long end) {
    levels.room(head, end);
  }

  @Override
  final void leave(long to, boolean chunks) {
    levels.leave(head, to, chunks);
  }

  /** Appends a bulk, and combines the nodes that it completes; they leave out the youngest. */
  final void appendAndComplete(long[] times, int from, int count, Cells<O> values) {
    long complete = Math.max(head, tail - 1);
    appendAll(times, from, count, values);
    levels.complete(head, complete, Math.max(head, tail - 1));
  }

  /** Leaves the aggregate of [first, last) in OUT, from nodes that leave out the youngest entry. */
  final void foldComplete(long first, long last) {
    if (last < tail) {
      levels.fold(first, last, Levels.MOST);
    } else if (first == last - 1) {
      cells.copy(OUT, slot(first));
    } else {
      levels.fold(first, last - 1, Levels.MOST);
      cells.combine(OUT, OUT, slot(last - 1));
    }
  }

  @Override
  public final long bytes() {
    return super.bytes() + levels.bytes();
  }
}
