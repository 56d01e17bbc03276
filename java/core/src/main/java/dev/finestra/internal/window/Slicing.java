package dev.finestra.internal.window;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.internal.window.slots.Cells;

/**
 * Slicing: rounds the times of inserts down to the start of a pane, so that a window holds one
 * entry for each pane and not for each event. A window of a day at a slide of a minute holds 1,440
 * entries: {@code slicing(b_fiba4,60000)} for milliseconds.
 *
 * <p>Paper: the panes of Li et al., as described in <em>In-Order Sliding-Window Aggregation in
 * Worst-Case Constant Time</em>, section 9.
 *
 * <p>Only inserts are rounded. An entry is a pane, and its time is the pane's start, a multiple of
 * the width (the lowest pane starts at the lowest time). All other methods go by starts: {@code
 * bulkEvict(t)} evicts every pane that starts at or before t, with all its values; {@code
 * query(from, to)} covers the panes that start in this range; {@code evict(t)} evicts the pane that
 * starts at t. Results equal those of unrounded times if t + 1, from and to + 1 are multiples of
 * the width. Values of a pane are combined in order of arrival.
 *
 * <p>Costs: those of the inner window, where n counts panes. An in-order algorithm accepts any
 * order within a pane.
 *
 * <p>Invariants: (1) every entry's time is a multiple of the width, or the lowest time; and those
 * of the inner window.
 */
public final class Slicing<O> extends Wrapper<O> {
  private final long width;
  private LiftedBulk<O> panes;

  public Slicing(Algorithm algorithm, Window<O> inner, long width) {
    super(algorithm, inner);
    this.width = width;
  }

  private long pane(long time) {
    long begin = time - Math.floorMod(time, width);
    return begin > time ? Long.MIN_VALUE : begin;
  }

  @Override
  protected void checkInsert(long time) {
    super.checkInsert(pane(time));
  }

  @Override
  protected void insertLifted(long time) {
    super.insertLifted(pane(time));
  }

  @Override
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    if (panes == null) {
      panes = new LiftedBulk<>(cells, count);
    }
    panes.begin(count);
    for (int i = 0; i < count; i++) {
      long pane = pane(times[from + i]);
      panes.cells.copy(panes.slot(pane), values, i, 1);
      panes.add(pane);
    }
    inner.bulkInsertLifted(panes.times, panes.from, panes.count, panes.cells);
    panes.cells.forget(0, panes.count);
    if (panes.isTooLargeFor(inner.size())) {
      panes = null;
    }
  }

  @Override
  public long bytes() {
    return super.bytes() + (panes == null ? 0 : panes.bytes());
  }

  @Override
  public void checkInvariants() {
    super.checkInvariants();
    if (algorithm().is(Trait.KEEPS_ENTRIES)) {
      scan(
          (time, slot) -> {
            if (pane(time) != time) {
              throw new AssertionError("(1) broken: time " + time + " begins no pane of " + width);
            }
          });
    }
  }
}
