package dev.finestra.windowing.internal.sliding;

import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.WindowEdit;

/**
 * Changes the rows of sliding windows whose results are known already: inserts late rows, or
 * removes rows. It queries the results before and after, and emits those that differ: −U and +U, +I
 * if the window had no rows, −D if none are left.
 *
 * <p>Costs: two range queries for each window with a known result.
 */
final class LateRows {
  private final SlidingLogic logic;

  LateRows(SlidingLogic logic) {
    this.logic = logic;
  }

  /**
   * Changes rows, and emits the results that differ then.
   *
   * @param starts the windows that contain the rows and whose results are known
   * @param edit changes the rows
   * @return how many results changed
   */
  int correct(long[] starts, WindowEdit edit) throws Exception {
    WindowResult[] before = new WindowResult[starts.length];
    for (int i = 0; i < starts.length; i++) {
      before[i] = logic.resultOf(starts[i]);
    }
    edit.apply();
    int corrected = 0;
    for (int i = 0; i < starts.length; i++) {
      WindowResult after = logic.resultOf(starts[i]);
      if (!WindowResult.same(before[i], after)) {
        emit(starts[i], before[i], after);
        corrected++;
      }
    }
    return corrected;
  }

  private void emit(long start, WindowResult before, WindowResult after) throws Exception {
    if (before == null) {
      logic.emit(start, after, Change.INSERT);
    } else if (after == null) {
      logic.emit(start, before, Change.DELETE);
    } else {
      logic.emit(start, before, Change.UPDATE_BEFORE);
      logic.emit(start, after, Change.UPDATE_AFTER);
    }
  }
}
