package dev.finestra.flink;

import dev.finestra.Algorithm;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.types.Row;

/** Refuses options that do not fit one another. */
final class Fit {
  private Fit() {}

  static void check(Plan<?> plan, TypeInformation<?> result) {
    Kind kind = plan.kind();
    if (!kind.isEventTime()) {
      if (plan.lateness() > 0) {
        throw new IllegalArgumentException(
            "the allowed lateness is "
                + plan.lateness()
                + ", but no row is late in "
                + kind.described()
                + "; leave it out, or take event-time windows");
      }
      if (plan.late() != null) {
        throw new IllegalArgumentException(
            "a side output for late rows is asked for, but no row is late in "
                + kind.described()
                + "; leave it out, or take event-time windows");
      }
      if (plan.emit() == Emit.CORRECTIONS) {
        throw new IllegalArgumentException(
            "CORRECTIONS are asked for, but no row is late in "
                + kind.described()
                + "; take ON_WATERMARK or ON_EVENT, or event-time windows");
      }
    }
    if (plan.emit() == Emit.CORRECTIONS && !Row.class.equals(result.getTypeClass())) {
      throw new IllegalArgumentException(
          "CORRECTIONS are rows with a kind (+I, −U, +U), and the results are "
              + result
              + "; aggregate by name, or take ON_WATERMARK");
    }
    if (plan.emit() == Emit.CORRECTIONS && plan.lateness() == 0) {
      throw new IllegalArgumentException(
          "CORRECTIONS are asked for with no allowed lateness, so that there is nothing to correct;"
              + " set allowedLateness to how late rows may come");
    }
  }

  /** The algorithm of this name; refuses one whose windows have no pages. */
  static void check(Algorithm algorithm) {
    if (!algorithm.is(Algorithm.Trait.RANGE_QUERY)) {
      throw new IllegalArgumentException(
          algorithm.name() + " has no range queries, by which windows are answered here");
    }
  }
}
