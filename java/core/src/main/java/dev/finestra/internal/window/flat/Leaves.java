package dev.finestra.internal.window.flat;

import dev.finestra.Algorithm;
import dev.finestra.internal.window.slots.Cells;

/**
 * Entries that are the leaves of a binary tree; the algorithm chooses which of its nodes to keep up
 * to date.
 *
 * <p>Costs: those of {@link PositionedEntries} and {@link Levels}.
 *
 * <p>Invariants: those of {@link PositionedEntries}.
 */
abstract class Leaves<O> extends PositionedEntries<O> {
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

  @Override
  public final long bytes() {
    return super.bytes() + levels.bytes();
  }
}
