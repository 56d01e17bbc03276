package dev.finestra.flink.internal.table;

import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.windowing.WindowResult;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.conversion.DataStructureConverter;
import org.apache.flink.table.data.conversion.DataStructureConverters;

/**
 * Builds the result rows of {@code finestra_window}: the window's start and end, or the row's time
 * for per-event windows; then the results.
 */
public final class TableResults implements Serializable {
  private static final long serialVersionUID = 1L;

  private final boolean hasBounds;
  private final List<? extends ResultColumn<?>> columns;

  private transient List<DataStructureConverter<Object, Object>> converters;

  TableResults(boolean hasBounds, List<? extends ResultColumn<?>> columns) {
    this.hasBounds = hasBounds;
    this.columns = List.copyOf(columns);
  }

  /** Whether results have the start and end of their window; otherwise they have a time. */
  public boolean hasBounds() {
    return hasBounds;
  }

  /** The results, in their order. */
  public List<? extends ResultColumn<?>> columns() {
    return columns;
  }

  /** Prepares a task. */
  public void open(ClassLoader loader) {
    converters =
        columns.stream()
            .map(column -> DataStructureConverters.getConverter(SqlTypes.of(column.type())))
            .toList();
    converters.forEach(converter -> converter.open(loader));
  }

  /**
   * A result.
   *
   * @param end the window's end; the row's time for per-event windows
   */
  public RowData row(long start, long end, WindowResult result) {
    Object[] results = (Object[]) result.value();
    int times = hasBounds ? 2 : 1;
    GenericRowData row = new GenericRowData(times + results.length);
    if (hasBounds) {
      row.setField(0, TimestampData.fromEpochMillis(start));
    }
    row.setField(times - 1, TimestampData.fromEpochMillis(end));
    for (int i = 0; i < results.length; i++) {
      Object shown = columns.get(i).shown(results[i]);
      row.setField(times + i, converters.get(i).toInternalOrNull(shown));
    }
    return row;
  }
}
