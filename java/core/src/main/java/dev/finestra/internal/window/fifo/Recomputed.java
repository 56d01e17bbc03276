package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.A;
import static dev.finestra.internal.window.slots.Cells.B;

import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.internal.window.slots.Cells;
import java.util.Objects;

/**
 * An aggregate computed from scratch, to check invariants: it begins empty and grows at either
 * side.
 *
 * <p>Aggregates are compared by their lowered results. If these depend on the grouping of the
 * combines, all count as equal.
 */
final class Recomputed<O> {
  private final Cells<O> cells;
  private boolean empty = true;

  Recomputed(Cells<O> like) {
    cells = like.fresh(0, 0);
  }

  /** Adds a value at the newer side. */
  void push(Cells<O> from, int slot) {
    add(from, slot, A, B);
  }

  /** Adds a value at the older side. */
  void unshift(Cells<O> from, int slot) {
    add(from, slot, B, A);
  }

  private void add(Cells<O> from, int slot, int older, int newer) {
    cells.copy(B, from, slot, 1);
    if (empty) {
      cells.copy(A, B);
    } else {
      cells.combine(A, older, newer);
    }
    empty = false;
  }

  void clear() {
    empty = true;
  }

  /** Whether a slot holds an equal aggregate; an empty aggregate equals anything. */
  boolean equal(Cells<O> from, int slot) {
    return empty
        || !cells.aggregation().is(Property.EXACT)
        || Objects.deepEquals(cells.lower(A), from.lower(slot));
  }

  /** Whether two slots hold equal aggregates. */
  boolean same(Cells<O> one, int slot, Cells<O> other, int there) {
    return Objects.deepEquals(one.lower(slot), other.lower(there));
  }
}
