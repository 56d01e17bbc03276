package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.windowing.WindowResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Several aggregations in one pass, as one aggregation over rows. A row is an {@code Object[]} with
 * one value for each aggregation, null if that aggregation skips the row. In place of a row, a
 * window also accepts the partial result of several rows, as it comes out of {@code lift} or {@code
 * read}. The window may change this object, so nothing else may refer to it.
 */
public final class ColumnAggregations {
  private ColumnAggregations() {}

  public static Aggregation<WindowResult> of(List<TypedAggregation> members) {
    return of(members, members.stream().map(each -> each.aggregation().empty()).toArray());
  }

  /**
   * As {@link #of(List)}, with given results for windows whose rows were all skipped.
   *
   * @param ofNothing for each aggregation, its result if it skipped all rows of a window
   */
  public static Aggregation<WindowResult> of(List<TypedAggregation> members, Object[] ofNothing) {
    List<Aggregation<?>> all = new ArrayList<>();
    members.forEach(member -> all.add(member.aggregation()));
    return of("columns" + members, all, ofNothing);
  }

  /**
   * As {@link #of(List)}, for aggregations that exist already.
   *
   * @param ofNothing for each aggregation, its result if it skipped all rows of a window
   */
  public static Aggregation<WindowResult> of(
      String name, List<Aggregation<?>> members, Object[] ofNothing) {
    if (members.isEmpty() || members.size() > SeenWord.MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "%s aggregations are given; one pass computes 1 to %s: use several passes for more"
              .formatted(members.size(), SeenWord.MOST_COLUMNS));
    }
    WordColumns words = new WordColumns(name, members, ofNothing);
    return members.stream().anyMatch(a -> a instanceof ObjectAggregation)
        ? new ObjectColumns(words, members)
        : words;
  }
}
