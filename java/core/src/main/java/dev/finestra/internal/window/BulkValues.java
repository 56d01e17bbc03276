package dev.finestra.internal.window;

import dev.finestra.SlidingWindow;
import dev.finestra.internal.window.slots.Cells;

/**
 * The values of one bulk insert: an array of longs, of doubles, or of objects. The same code serves
 * all three without boxing a value. An instance is reused for the next bulk.
 */
public final class BulkValues {
  private long[] longs;
  private double[] doubles;
  private Object[] objects;

  public BulkValues of(long[] values) {
    longs = values;
    return this;
  }

  public BulkValues of(double[] values) {
    doubles = values;
    return this;
  }

  public BulkValues of(Object[] values) {
    objects = values;
    return this;
  }

  /** Drops the reference to the array. */
  public void forget() {
    longs = null;
    doubles = null;
    objects = null;
  }

  /** Whether value i is not null. */
  public boolean has(int i) {
    return objects == null || objects[i] != null;
  }

  /** Lifts value i into a slot. */
  public void lift(int i, Cells<?> cells, int to) {
    if (longs != null) {
      cells.lift(to, longs[i]);
    } else if (doubles != null) {
      cells.lift(to, doubles[i]);
    } else {
      cells.lift(to, objects[i]);
    }
  }

  /** Lifts values [from, from + count), none of which is null, into slots. */
  void lift(int from, int count, Cells<?> cells, int to) {
    if (longs != null) {
      cells.lift(to, longs, from, count);
    } else if (doubles != null) {
      cells.lift(to, doubles, from, count);
    } else {
      for (int i = 0; i < count; i++) {
        cells.lift(to + i, objects[from + i]);
      }
    }
  }

  /** Inserts values [from, to) into a window. */
  public void insert(SlidingWindow<?> window, long[] times, int from, int to) {
    if (longs != null) {
      window.bulkInsert(times, longs, from, to);
    } else if (doubles != null) {
      window.bulkInsert(times, doubles, from, to);
    } else {
      window.bulkInsert(times, objects, from, to);
    }
  }
}
