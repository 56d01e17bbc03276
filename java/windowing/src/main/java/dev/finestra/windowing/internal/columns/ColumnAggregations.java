package dev.finestra.windowing.internal.columns;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.windowing.WindowResult;
import java.util.List;

/**
 * Several aggregations in one pass, as one aggregation over rows. A row is an {@code Object[]} with
 * one value for each aggregation, null if that aggregation skips the row.
 */
public final class ColumnAggregations {
  private ColumnAggregations() {}

  public static Aggregation<WindowResult> of(List<TypedAggregation> members) {
    if (members.isEmpty() || members.size() > SeenWord.MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "%s aggregations are given; one pass computes 1 to %s: use several passes for more"
              .formatted(members.size(), SeenWord.MOST_COLUMNS));
    }
    List<? extends Aggregation<?>> all =
        members.stream().map(TypedAggregation::aggregation).toList();
    WordColumns words = new WordColumns("columns" + members, all);
    return all.stream().anyMatch(a -> a instanceof ObjectAggregation)
        ? new ObjectColumns(words, all)
        : words;
  }
}
