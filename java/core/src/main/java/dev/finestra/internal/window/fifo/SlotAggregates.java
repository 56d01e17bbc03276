package dev.finestra.internal.window.fifo;

import static dev.finestra.internal.window.slots.Cells.IN;

import dev.finestra.internal.window.slots.Cells;
import dev.finestra.internal.window.slots.SlotCursor;

/**
 * The partial aggregates that a queue's slots hold: in a second array next to the values
 * (Two-Stacks, DABA), or in place of the values that are not needed any more (the Lite variants).
 *
 * <p>The back sublist is aggregated from its first slot on; register {@link #AGG_B} has the
 * aggregate of all of it.
 */
abstract class SlotAggregates<O> {
  /** The register for the aggregate of the back sublist. */
  static final int AGG_B = Cells.A;

  final Cells<O> values;

  /** The array that the aggregates are in. */
  final Cells<O> cells;

  private SlotAggregates(Cells<O> values, Cells<O> cells) {
    this.values = values;
    this.cells = cells;
  }

  static <O> SlotAggregates<O> of(Cells<O> values, Cells<O> second, SlotCursor youngest) {
    return second == null ? new InPlace<>(values) : new SecondArray<>(values, second, youngest);
  }

  /** Follows AGG_B at the slot that was just appended. */
  abstract void pushed(int slot);

  /** Follows AGG_B at the youngest slot, whose value has changed. */
  abstract void changed(int slot);

  /** Restores AGG_B, and follows it, after count slots were appended to a back that begins here. */
  abstract void pushed(int back, int slot, int count);

  /** Sets the aggregates of slots to their values. */
  abstract void toValues(int from, int count);

  /** Lets each of these slots hold the aggregate from itself to the last one. */
  final void flip(int from, int count) {
    toValues(from, count);
    cells.suffixes(from, from, count);
  }

  private static final class InPlace<O> extends SlotAggregates<O> {
    InPlace(Cells<O> values) {
      super(values, values);
    }

    @Override
    void pushed(int slot) {}

    @Override
    void changed(int slot) {}

    @Override
    void pushed(int back, int slot, int count) {
      if (slot == back) {
        cells.copy(AGG_B, slot);
        cells.fold(AGG_B, SlotQueue.plus(slot, 1), count - 1);
      } else {
        cells.fold(AGG_B, slot, count);
      }
    }

    @Override
    void toValues(int from, int count) {}
  }

  private static final class SecondArray<O> extends SlotAggregates<O> {
    private final SlotCursor youngest;

    SecondArray(Cells<O> values, Cells<O> cells, SlotCursor youngest) {
      super(values, cells);
      this.youngest = youngest;
    }

    @Override
    void pushed(int slot) {
      cells.copy(IN, values, AGG_B, 1);
      cells.put(youngest, slot, IN);
    }

    @Override
    void changed(int slot) {
      cells.copy(slot, values, AGG_B, 1);
    }

    @Override
    void pushed(int back, int slot, int count) {
      toValues(slot, count);
      if (slot == back) {
        cells.prefixes(slot + 1, slot + 1, count - 1, slot);
      } else {
        cells.prefixes(slot, slot, count, SlotQueue.plus(slot, -1));
      }
      values.copy(AGG_B, cells, SlotQueue.plus(slot, count - 1), 1);
    }

    @Override
    void toValues(int from, int count) {
      cells.copy(from, values, from, count);
    }
  }
}
