package dev.finestra.flink.internal.aggregate;

import static java.util.stream.Collectors.joining;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.Violation;
import dev.finestra.flink.Field;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.ColumnAggregations;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Columns by name: several aggregations over fields, in one pass. */
public final class NamedWindowInput<T> implements WindowInput<T> {
  private final List<ResultColumn<T>> columns;

  /** Whether results are those of SQL: without inputs, a sum is null. */
  private final boolean isSql;

  /** Reads an element's time; null if the stream's records have it. */
  private final Field<T, Long> time;

  /** The time field's name, if its value must be the record's timestamp; otherwise null. */
  private final String checkedTime;

  /** The elements of a stream. */
  public NamedWindowInput(List<ResultColumn<T>> columns) {
    this(columns, false, null, null);
  }

  private NamedWindowInput(
      List<ResultColumn<T>> columns, boolean isSql, Field<T, Long> time, String checkedTime) {
    this.columns = List.copyOf(columns);
    this.isSql = isSql;
    this.time = time;
    this.checkedTime = checkedTime;
    aggregation();
  }

  /**
   * The rows of a table.
   *
   * @param time reads a row's time; null if the caller passes the time
   */
  public static <T> NamedWindowInput<T> ofTable(
      List<ResultColumn<T>> columns, Field<T, Long> time) {
    return new NamedWindowInput<>(columns, true, time, null);
  }

  /** The elements of a stream, whose time is in a field, for results as in SQL. */
  public static <T> NamedWindowInput<T> ofFeatures(
      List<ResultColumn<T>> columns, TimeField<T> time) {
    return new NamedWindowInput<>(columns, true, time::millis, time.name());
  }

  private List<TypedAggregation> members() {
    return columns.stream().map(ResultColumn::aggregation).toList();
  }

  @Override
  public Aggregation<WindowResult> aggregation() {
    Object[] ofNothing = columns.stream().map(this::ofNothing).toArray();
    return ColumnAggregations.of(members(), ofNothing);
  }

  private Object ofNothing(ResultColumn<T> column) {
    return isSql && column.isNullOfNothing() ? null : column.aggregation().aggregation().empty();
  }

  @Override
  public Partials partials(WindowRequest request) {
    List<String> fields =
        columns.stream()
            .map(c -> c.fields().stream().map(InputFields.Typed::name).collect(joining(", ")))
            .toList();
    return Partials.of(request, members(), fields, "", null);
  }

  @Override
  public WindowResult none() {
    return new WindowResult(0, columns.stream().map(this::ofNothing).toArray());
  }

  @Override
  public void check(List<T> samples) throws Exception {
    for (ResultColumn<T> column : columns) {
      List<Object> values = new ArrayList<>();
      for (T sample : samples) {
        Object value = column.of(sample);
        if (value != null) {
          values.add(value);
        }
      }
      List<Violation> found = Aggregations.checkLaws(column.aggregation().aggregation(), values);
      if (!found.isEmpty()) {
        throw new IllegalStateException(
            ("The aggregation '%s', %s, breaks a law on the samples: %s. Correct the aggregation,"
                    + " or use another one")
                .formatted(column.output(), column.aggregation(), found.get(0)));
      }
    }
  }

  @Override
  public long time(StreamRecord<T> record) throws Exception {
    if (time == null) {
      return WindowInput.super.time(record);
    }
    long inField = time.of(record.getValue());
    if (checkedTime != null) {
      long timestamp = WindowInput.super.time(record);
      // In batch mode, rows of a table have the timestamp Long.MIN_VALUE.
      if (timestamp != inField && timestamp != Long.MIN_VALUE) {
        throw new IllegalStateException(
            ("The timestamp of a row is %s, but its time field '%s' is %s; assign the timestamps"
                    + " from that field")
                .formatted(
                    Instant.ofEpochMilli(timestamp), checkedTime, Instant.ofEpochMilli(inField)));
      }
    }
    return inField;
  }

  @Override
  public Object value(T element) throws Exception {
    // A young object: G1 makes writes of references into old ones expensive.
    Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = columns.get(i).of(element);
    }
    return row;
  }
}
