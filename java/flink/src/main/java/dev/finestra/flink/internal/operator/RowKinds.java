package dev.finestra.flink.internal.operator;

import dev.finestra.windowing.internal.logic.Change;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Flink's kinds of rows: those that windows accept, and those of their results. */
public final class RowKinds {
  private RowKinds() {}

  /** Rejects a row that updates or deletes an earlier one. */
  public static void checkInsert(Object value) {
    if (value instanceof Row row && row.getKind() != RowKind.INSERT) {
      throw new UnsupportedOperationException(
          "The input has a row of kind "
              + row.getKind()
              + "; these windows accept inserts only. Make the input append-only. Sliding and tumbling"
              + " windows in event time accept changes with acceptChanges(), without twoPhase()");
    }
  }

  /** Whether a row removes an earlier one: −U or −D. */
  static boolean isRemoval(Object value) {
    RowKind kind = ((Row) value).getKind();
    return kind == RowKind.UPDATE_BEFORE || kind == RowKind.DELETE;
  }

  public static RowKind of(Change change) {
    return switch (change) {
      case INSERT -> RowKind.INSERT;
      case UPDATE_BEFORE -> RowKind.UPDATE_BEFORE;
      case UPDATE_AFTER -> RowKind.UPDATE_AFTER;
      case DELETE -> RowKind.DELETE;
    };
  }
}
