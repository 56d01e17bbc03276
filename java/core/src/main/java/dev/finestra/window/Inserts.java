package dev.finestra.window;

import static dev.finestra.window.Cells.IN;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindow;
import dev.finestra.WindowClosedException;
import dev.finestra.aggregation.Aggregation;
import java.util.Objects;

/**
 * The inserting half of {@link Window}: checks a value or a bulk, lifts it into a register or a
 * {@link Stage}, and hands it to the algorithm.
 *
 * <p>Longs, doubles and objects have a method each, and those are alike: Java has no one code for
 * all three that neither boxes nor allocates.
 *
 * <p>When user code throws: where it lifts, nothing has changed, since what a bulk cannot stage at
 * once is lifted twice, the first time for this; where the algorithm combines, the window closes.
 */
abstract class Inserts<O> implements SlidingWindow<O> {
  protected final Cells<O> cells;
  private final Algorithm algorithm;
  private Stage<O> stage;
  private Throwable broken;

  Inserts(Algorithm algorithm, Cells<O> cells) {
    this.algorithm = algorithm;
    this.cells = cells;
  }

  // What an algorithm implements.

  /**
   * Refuses an insert at this time by throwing, before anything changes; or readies the window for
   * it.
   */
  protected void checkInsert(long time) {}

  /**
   * Inserts the aggregate in register IN, after {@link #checkInsert}; an entry of the same time
   * becomes entry ⊗ IN.
   */
  protected abstract void insertLifted(long time);

  /** Inserts staged aggregates, at times that rise strictly. */
  protected void bulkInsertLifted(long[] times, int from, int count, Cells<O> values) {
    for (int i = 0; i < count; i++) {
      cells.copy(IN, values, i, 1);
      insertLifted(times[from + i]);
    }
  }

  @Override
  public Algorithm algorithm() {
    return algorithm;
  }

  @Override
  public final Aggregation<O> aggregation() {
    return cells.aggregation();
  }

  @Override
  public final void insert(long time, long value) {
    open();
    check(time);
    cells.lift(IN, value);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void insert(long time, double value) {
    open();
    check(time);
    cells.lift(IN, value);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void insert(long time, Object value) {
    open();
    if (value == null) {
      return;
    }
    check(time);
    cells.lift(IN, value);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(long[] times, long[] values, int from, int to) {
    checkArrays(times, values);
    boolean strict = checkBulk(times, values.length, from, to);
    if (to - from == 1) {
      insert(times[from], values[from]);
      return;
    }
    int i = from;
    try {
      stage(to - from).rehearse(times, values, from, to, strict);
      for (int n; i < to; i += n) {
        n = stage(to - i).lift(times, values, i, to, strict);
        insertStaged();
      }
      shrinkStage();
    } catch (Throwable thrown) {
      stage = null;
      if (i > from) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(long[] times, double[] values, int from, int to) {
    checkArrays(times, values);
    boolean strict = checkBulk(times, values.length, from, to);
    if (to - from == 1) {
      insert(times[from], values[from]);
      return;
    }
    int i = from;
    try {
      stage(to - from).rehearse(times, values, from, to, strict);
      for (int n; i < to; i += n) {
        n = stage(to - i).lift(times, values, i, to, strict);
        insertStaged();
      }
      shrinkStage();
    } catch (Throwable thrown) {
      stage = null;
      if (i > from) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  @Override
  public final void bulkInsert(long[] times, Object[] values, int from, int to) {
    checkArrays(times, values);
    open();
    int first = Stage.firstPresent(times, values, from, to);
    int i = first;
    if (i < to) {
      check(times[i]);
    }
    try {
      stage(to - first).rehearse(times, values, first, to);
      for (int n; i < to; i += n) {
        n = stage(to - i).lift(times, values, i, to);
        insertStaged();
      }
      shrinkStage();
    } catch (Throwable thrown) {
      stage = null;
      if (i > first) {
        broken = thrown;
      }
      throw thrown;
    }
  }

  /** Where memory runs out while room is made, what has grown and what has not is unknown. */
  final void check(long time) {
    try {
      checkInsert(time);
    } catch (VirtualMachineError half) {
      broken = half;
      throw half;
    }
  }

  /** Refuses a bulk without times or values. */
  public static void checkArrays(long[] times, Object values) {
    Objects.requireNonNull(times, "the array of a bulk's times is null");
    Objects.requireNonNull(values, "the array of a bulk's values is null");
  }

  private boolean checkBulk(long[] times, int values, int from, int to) {
    open();
    boolean strict = Stage.isStrict(times, values, from, to);
    if (from < to) {
      check(times[from]);
    }
    return strict;
  }

  /**
   * Inserts a partial aggregate out of other cells of the same aggregation; so containers move
   * entries.
   */
  public final void insert(long time, Cells<O> from, int slot) {
    open();
    check(time);
    cells.copy(IN, from, slot, 1);
    try {
      insertLifted(time);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  /** The room for a bulk of so many entries, or the next of its pieces. */
  protected final Stage<O> stage(long most) {
    if (stage == null) {
      stage = new Stage<>(cells, (int) Math.min(Stage.MOST, most));
    }
    return stage;
  }

  /** Gives back room for bulks that is far more than the window's own. */
  final void shrinkStage() {
    if (stage != null && stage.isTooLargeFor(size())) {
      stage = null;
    }
  }

  /** Gives back the room for bulks. */
  protected final void dropStage() {
    stage = null;
  }

  /** About how many bytes of heap the room for bulks holds. */
  protected final long stageBytes() {
    return stage == null ? 0 : stage.bytes();
  }

  /** Inserts what the stage holds. */
  protected final void insertStaged() {
    try {
      bulkInsertLifted(stage.times, stage.from, stage.count, stage.cells);
      stage.cells.forget(0, stage.count);
    } catch (Throwable thrown) {
      broken = thrown;
      throw thrown;
    }
  }

  /** Whether user code threw in the middle of a change. */
  public final boolean isClosed() {
    return broken != null;
  }

  /** Closes the window until it holds something else. */
  protected final void close(Throwable why) {
    broken = why;
  }

  /** Opens a closed window, which holds something else now. */
  protected final void reopen() {
    broken = null;
  }

  /** For what the window cannot be used for any more. */
  protected final void open() {
    if (broken != null) {
      throw new WindowClosedException(broken);
    }
  }
}
