package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import java.util.List;

/** Aggregations by name over fields, all in one pass. */
final class NamedIntake<T> implements Intake<T> {
  private static final long serialVersionUID = 1L;

  private final List<Column<T>> columns;
  private transient Object[] row;

  NamedIntake(List<Column<T>> columns) {
    this.columns = List.copyOf(columns);
    Columns.of(members());
  }

  private List<Member> members() {
    return columns.stream().map(Column::member).toList();
  }

  @Override
  public Aggregation<Answer> aggregation() {
    return Columns.of(members());
  }

  @Override
  public Partials partials(String windows) {
    return new Partials(windows, members(), "", null);
  }

  @Override
  public Object value(T element) throws Exception {
    if (row == null) {
      row = new Object[columns.size()];
    }
    for (int i = 0; i < row.length; i++) {
      row[i] = columns.get(i).of(element);
    }
    return row;
  }
}
