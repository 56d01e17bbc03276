package dev.finestra.flink.internal.sql;

import java.io.Serializable;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingConsumer;

/** The values that a {@code COUNT(DISTINCT …)} counts in an input row. Nulls are not counted. */
public sealed interface DistinctValues extends Serializable {

  void forEach(RowData row, ThrowingConsumer<Object, Exception> action) throws Exception;

  /**
   * A column of rows.
   *
   * @param filter the column of the condition in {@code FILTER}; negative if there is none
   */
  record OfRow(RowData.FieldGetter column, int filter) implements DistinctValues {
    @Override
    public void forEach(RowData row, ThrowingConsumer<Object, Exception> action) throws Exception {
      boolean isCounted = filter < 0 || (!row.isNullAt(filter) && row.getBoolean(filter));
      Object value = isCounted ? column.getFieldOrNull(row) : null;
      if (value != null) {
        action.accept(value);
      }
    }
  }

  /**
   * The map of a slice, which Flink aggregated before the shuffle. It has the number of rows with
   * each value that meet the aggregate's condition.
   */
  record OfSlice(int field, TypeSerializer<MapView<Object, Long>> maps) implements DistinctValues {
    @Override
    public void forEach(RowData row, ThrowingConsumer<Object, Exception> action) throws Exception {
      MapView<Object, Long> map = row.<MapView<Object, Long>>getRawValue(field).toObject(maps);
      for (Map.Entry<Object, Long> entry : map.getMap().entrySet()) {
        if (entry.getKey() != null && entry.getValue() != 0) {
          action.accept(entry.getKey());
        }
      }
    }
  }
}
