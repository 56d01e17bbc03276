package dev.finestra.flink.internal.sql;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.UpdatableRowData;
import org.apache.flink.table.data.util.RowDataUtil;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The aggregates of a SQL window as one aggregate function over rows. Its results are accumulators;
 * {@link #result} makes a row of SQL's results from them.
 */
final class SqlAggregates implements AggregateFunction<RowData, RowData, RowData> {
  /** The namespace of accumulators that are not in Flink's state. */
  private static final Long NONE = null;

  /** The column that stands for distinct values in rows; its count stays 0. */
  private static final GenericRowData NOTHING = new GenericRowData(1);

  private final GeneratedAggregates generated;
  private final NamespaceAggsHandleFunction<Long> rows;
  private final NamespaceAggsHandleFunction<Long> partials;
  private final ProjectedRowData projected;
  private final JoinedRowData joined = new JoinedRowData();

  /**
   * Added as a row, it adds its numbers to the accumulators' fields. Null fields change nothing.
   */
  final GenericRowData change;

  SqlAggregates(
      GeneratedAggregates generated,
      NamespaceAggsHandleFunction<Long> rows,
      NamespaceAggsHandleFunction<Long> partials) {
    this.generated = generated;
    this.rows = rows;
    this.partials = partials;
    this.projected =
        generated.distinct() == null
            ? null
            : ProjectedRowData.from(
                generated.distinct().columns().stream().mapToInt(Integer::intValue).toArray());
    this.change = new GenericRowData(generated.accumulators().size());
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
      if (row == change) {
        rows.setAccumulators(NONE, changed(accumulators));
        return rows.getAccumulators();
      }
      rows.setAccumulators(NONE, accumulators);
      if (generated.areRowsPartial()) {
        rows.merge(NONE, withoutDistinct(row));
      } else if (generated.distinct() != null) {
        rows.accumulate(joined.replace(row, NOTHING));
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

  private RowData changed(RowData accumulators) {
    UpdatableRowData changed = new UpdatableRowData(accumulators, accumulators.getArity());
    for (int i = 0; i < change.getArity(); i++) {
      if (!change.isNullAt(i)) {
        changed.setField(i, accumulators.getLong(i) + change.getLong(i));
      }
    }
    return changed;
  }

  /** A slice without the numbers of its distinct values, which {@link DistinctCounts} counts. */
  private RowData withoutDistinct(RowData slice) {
    if (generated.distinct() == null) {
      return slice;
    }
    int first = generated.distinct().keyFields();
    UpdatableRowData without = new UpdatableRowData(slice, first + change.getArity());
    for (DistinctCount each : generated.distinct().counts()) {
      without.setField(first + each.ends(), 0L);
      without.setField(first + each.net(), 0L);
    }
    return without;
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
    int field = generated.rowCountField();
    return field >= 0 && accumulators.getLong(field) == 0;
  }

  /** The results of a window, and its start and end if the query selects them. */
  RowData result(RowData accumulators, long windowEnd) throws Exception {
    partials.setAccumulators(NONE, accumulators);
    RowData results = partials.getValue(windowEnd);
    return projected == null ? results : projected.replaceRow(results);
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
