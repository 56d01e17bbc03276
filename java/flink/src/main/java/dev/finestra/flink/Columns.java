package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import java.util.List;

/**
 * Several aggregations in one pass, each over columns and of a type of its own, as one aggregation
 * whose values are rows: an {@code Object[]} with a part for each, null where it skips the row.
 */
final class Columns {
  private Columns() {}

  static Aggregation<Answer> of(List<Member> members) {
    if (members.isEmpty() || members.size() > Head.MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "from 1 to "
              + Head.MOST_COLUMNS
              + " aggregations are answered in one pass, not "
              + members.size());
    }
    List<? extends Aggregation<?>> all = members.stream().map(Member::aggregation).toList();
    String name = "columns" + members;
    return all.stream().anyMatch(a -> a instanceof ObjectAggregation)
        ? new ObjectColumns(name, all)
        : new WordColumns(name, all);
  }
}
