package dev.finestra.flink.internal.operator;

import dev.finestra.windowing.internal.logic.Change;
import org.apache.flink.types.RowKind;

/** Converts changes to Flink's kinds of rows. */
public final class RowKinds {
  private RowKinds() {}

  public static RowKind of(Change change) {
    return switch (change) {
      case INSERT -> RowKind.INSERT;
      case UPDATE_BEFORE -> RowKind.UPDATE_BEFORE;
      case UPDATE_AFTER -> RowKind.UPDATE_AFTER;
      case DELETE -> RowKind.DELETE;
    };
  }
}
