package dev.finestra.flink;

import dev.finestra.Algorithm;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.paged.Page;
import dev.finestra.paged.PageStore;

/** Refuses options that do not fit one another. */
final class Fit {
  private Fit() {}

  static void check(Plan<?> plan, Result<?, ?> result) {
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
    if (plan.emit() == Emit.ON_EVENT && plan.spans().areSeveral() && kind.hasBounds()) {
      throw new IllegalArgumentException(
          "ON_EVENT is asked for of several sliding windows, whose newest do not end together; take"
              + " LastWindows, or ON_WATERMARK");
    }
    if (plan.emit() == Emit.CORRECTIONS && !(result instanceof RowResult)) {
      throw new IllegalArgumentException(
          "CORRECTIONS are rows with a kind (+I, −U, +U), and the results are what a function"
              + " answers; aggregate by name, or take ON_WATERMARK");
    }
    if (plan.emit() == Emit.CORRECTIONS && plan.lateness() == 0) {
      throw new IllegalArgumentException(
          "CORRECTIONS are asked for with no allowed lateness, so that there is nothing to correct;"
              + " set allowedLateness to how late rows may come");
    }
  }

  /**
   * The algorithm that this name means for an aggregation, by its own name; refuses one that cannot
   * answer such windows.
   */
  static String algorithm(String name, Aggregation<Answer> aggregation, Kind kind) {
    Algorithm algorithm = dev.finestra.Finestra.paged(name, aggregation, NoPages.NONE).algorithm();
    if (algorithm.is(Algorithm.Trait.ROUNDS_TIMES)) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' rounds times, and windows on Flink begin and end where they say; these fit: auto,"
              + " b_fiba4 or of another arity, nb_fiba4");
    }
    boolean fits =
        kind instanceof CountWindow
            || (algorithm.is(Algorithm.Trait.RANGE_QUERY)
                && algorithm.is(Algorithm.Trait.OUT_OF_ORDER));
    if (!fits) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' does not fit "
              + kind.described()
              + ", where rows come in any order and each window is a range of one structure; these"
              + " do: auto, b_fiba4 or of another arity, nb_fiba4; in-order algorithms fit count"
              + " windows");
    }
    return name.equals("auto") || name.equals("fiba") ? algorithm.name() : name;
  }

  /** No store: for a window that is only looked at. */
  enum NoPages implements PageStore {
    NONE;

    @Override
    public Page get(int id) {
      return null;
    }

    @Override
    public void put(int id, Page page, boolean isNew) {
      throw new UnsupportedOperationException("there is no store for page " + id);
    }

    @Override
    public void remove(int id) {
      throw new UnsupportedOperationException("there is no store for page " + id);
    }
  }
}
