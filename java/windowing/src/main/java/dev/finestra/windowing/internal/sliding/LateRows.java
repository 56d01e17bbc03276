package dev.finestra.windowing.internal.sliding;

import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.Insertion;

/**
 * Inserts rows into sliding windows whose results are known already. It queries the results before
 * and after the insert, and emits those that changed again.
 *
 * <p>Costs: two range queries for each window with a known result.
 */
final class LateRows {
  private final SlidingLogic logic;

  LateRows(SlidingLogic logic) {
    this.logic = logic;
  }

  /**
   * Inserts or removes rows, and emits the results that they change.
   *
   * @param starts the windows that contain the rows and whose results are known
   * @param insertion inserts or removes the rows
   * @return how many results changed
   */
  int correct(long[] starts, Insertion insertion) throws Exception {
    WindowResult[] before = new WindowResult[starts.length];
    for (int i = 0; i < starts.length; i++) {
      before[i] = logic.resultOf(starts[i]);
    }
    insertion.insert();
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
