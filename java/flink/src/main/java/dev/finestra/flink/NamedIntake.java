package dev.finestra.flink;

import static java.util.stream.Collectors.joining;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.Violation;
import java.util.ArrayList;
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
  public Partials partials(Plan<T> plan) {
    List<String> fields =
        columns.stream()
            .map(c -> c.fields().stream().map(Fields.Typed::name).collect(joining(", ")))
            .toList();
    return new Partials(plan.described(), plan.isWhole(this), members(), fields, "", null);
  }

  @Override
  public Answer none() {
    return new Answer(0, members().stream().map(m -> m.aggregation().empty()).toArray());
  }

  @Override
  public void check(List<T> samples) throws Exception {
    for (Column<T> column : columns) {
      List<Object> values = new ArrayList<>();
      for (T sample : samples) {
        Object value = column.of(sample);
        if (value != null) {
          values.add(value);
        }
      }
      List<Violation> found = Aggregations.checkLaws(column.member().aggregation(), values);
      if (!found.isEmpty()) {
        throw new IllegalStateException(
            "'" + column.output() + "', " + column.member() + ", breaks a law: " + found.get(0));
      }
    }
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
