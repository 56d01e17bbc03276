package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.aggregate.ResultEmitter;
import dev.finestra.flink.internal.table.TableResults;
import dev.finestra.windowing.WindowResult;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.runtime.operators.windowing.functions.InternalWindowFunction.InternalWindowContext;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/** Emits the results of {@code finestra_window} from the operator of keyed streams. */
public final class TableWindowEmitter extends AbstractRichFunction
    implements ResultEmitter<RowData, RowData> {
  private static final long serialVersionUID = 1L;

  private final TableResults results;

  private transient JoinedRowData withKey;
  private transient JoinedRowData withTime;

  public TableWindowEmitter(TableResults results) {
    this.results = results;
  }

  @Override
  public void open(OpenContext context) {
    results.open(getRuntimeContext().getUserCodeClassLoader());
    withKey = new JoinedRowData();
    withTime = new JoinedRowData();
  }

  @Override
  public void emit(
      RowData key,
      long start,
      long end,
      WindowResult result,
      RowKind kind,
      InternalWindowContext context,
      Collector<RowData> out) {
    withKey.replace(key, results.row(start, end, result));
    // The column "rowtime": the last time in the window.
    long time = results.hasBounds() ? end - 1 : end;
    withTime.replace(withKey, GenericRowData.of(TimestampData.fromEpochMillis(time)));
    withTime.setRowKind(kind);
    out.collect(withTime);
  }
}
