package dev.finestra.windowing.internal.count;

import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.LogicTimer;
import dev.finestra.windowing.internal.logic.ResultOutput;
import dev.finestra.windowing.internal.logic.WindowLogic;

/**
 * Count windows: rows are numbered in order of arrival, and the numbers are the window's times.
 *
 * <p>Invariants: (1) and (2) are those of {@link WindowLogic}. (3) after each row, the window
 * contains exactly those rows so far that the next result will cover. When that result is due, it
 * covers the whole window and needs no range query.
 */
public final class CountLogic extends WindowLogic {
  private final CountWindow count;

  public CountLogic(
      ResultOutput output, LogicTimer timer, WindowRequest request, CountWindow count) {
    super(output, timer, request, null);
    this.count = count;
  }

  @Override
  public boolean row(long time, Object value, long timestamp, long passed) throws Exception {
    long number = ++header.rowsSeen;
    long first = Math.max(1, number - count.size() + 1);
    window.insert(number, value);
    if (emit == Emit.ON_EVENT) {
      checkHasAll(first);
    }
    if (number % count.slide() == 0 || emit == Emit.ON_EVENT) {
      output.emit(first, number, window.query(), Change.INSERT, timestamp);
    }
    long next = emit == Emit.ON_EVENT ? number + 1 : (number / count.slide() + 1) * count.slide();
    evictBefore(next - count.size() + 1);
    return true;
  }

  /** Fails if the state comes from a job that emitted less often, and so evicted more. */
  private void checkHasAll(long first) {
    if (window.oldest() > first) {
      throw new IllegalStateException(
          ("This job emits %s after each row, but its savepoint is of a job that emitted every %s"
                  + " rows and evicted rows that are needed now. Use .emit(Emit.ON_WATERMARK), or"
                  + " start without the savepoint")
              .formatted(count.described(), count.slide()));
    }
  }

  @Override
  public void fire(long passed, int most) {
    // No result of a count window is due by time.
  }
}
