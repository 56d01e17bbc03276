package dev.finestra.flink.internal.sql;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.util.RowDataUtil;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The aggregates of a SQL window as one aggregate function over rows. Its results are accumulators;
 * {@link #result} makes a row of SQL's results from them.
 */
final class SqlAggregates implements AggregateFunction<RowData, RowData, RowData> {
  /** The namespace of accumulators that are not in Flink's state. */
  private static final Long NONE = null;

  private final NamespaceAggsHandleFunction<Long> rows;
  private final boolean areRowsPartial;
  private final NamespaceAggsHandleFunction<Long> partials;
  private final int rowCountField;

  SqlAggregates(
      NamespaceAggsHandleFunction<Long> rows,
      boolean areRowsPartial,
      NamespaceAggsHandleFunction<Long> partials,
      int rowCountField) {
    this.rows = rows;
    this.areRowsPartial = areRowsPartial;
    this.partials = partials;
    this.rowCountField = rowCountField;
  }

  @Override
  public RowData createAccumulator() {
    try {
      return rows.createAccumulators();
    } catch (Exception thrown) {
      throw failure("createAccumulator", thrown);
    }
  }

  @Override
  public RowData add(RowData row, RowData accumulators) {
    try {
      rows.setAccumulators(NONE, accumulators);
      if (areRowsPartial) {
        rows.merge(NONE, row);
      } else if (RowDataUtil.isAccumulateMsg(row)) {
        rows.accumulate(row);
      } else {
        rows.retract(row);
      }
      return rows.getAccumulators();
    } catch (Exception thrown) {
      throw failure("accumulate", thrown);
    }
  }

  @Override
  public RowData merge(RowData older, RowData newer) {
    try {
      partials.setAccumulators(NONE, older);
      partials.merge(NONE, newer);
      return partials.getAccumulators();
    } catch (Exception thrown) {
      throw failure("merge", thrown);
    }
  }

  @Override
  public RowData getResult(RowData accumulators) {
    return accumulators instanceof WordRow view ? view.copy() : accumulators;
  }

  /** Whether the accumulators contain no row; false if rows are not counted. */
  boolean isEmpty(RowData accumulators) {
    return rowCountField >= 0 && accumulators.getLong(rowCountField) == 0;
  }

  /** The results of a window, and its start and end if the query selects them. */
  RowData result(RowData accumulators, long windowEnd) throws Exception {
    partials.setAccumulators(NONE, accumulators);
    return partials.getValue(windowEnd);
  }

  void close() throws Exception {
    rows.close();
    partials.close();
  }

  private static RuntimeException failure(String method, Exception thrown) {
    return thrown instanceof RuntimeException unchecked
        ? unchecked
        : new FlinkRuntimeException("An aggregate function failed in " + method, thrown);
  }
}
