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

  /** The column that is always null. Distinct counts of rows are counts of it, so they stay 0. */
  private static final GenericRowData NOTHING = new GenericRowData(1);

  private final GeneratedAggregates generated;
  private final NamespaceAggsHandleFunction<Long> rows;
  private final NamespaceAggsHandleFunction<Long> partials;
  private final ProjectedRowData projected;
  private final JoinedRowData joined = new JoinedRowData();

  /**
   * A row that {@link #add} recognizes by identity. Each number in it is added to the accumulators'
   * field of the same index; null fields change nothing. {@link DistinctCounts} fills it, inserts
   * it, and sets it to null again, so that nothing is allocated.
   */
  final GenericRowData increments;

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
    this.increments = new GenericRowData(generated.accumulators().size());
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
      if (row == increments) {
        rows.setAccumulators(NONE, changed(accumulators));
        return rows.getAccumulators();
      }
      rows.setAccumulators(NONE, accumulators);
      if (generated.areRowsPartial()) {
        rows.merge(NONE, withoutDistinct(row));
      } else if (generated.distinct() != null) {
        // The planner leaves input with updates to Flink, so there is nothing to retract.
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
    for (int i = 0; i < increments.getArity(); i++) {
      if (!increments.isNullAt(i)) {
        changed.setField(i, accumulators.getLong(i) + increments.getLong(i));
      }
    }
    return changed;
  }

  /**
   * A slice whose distinct counts are 0. Flink counted within the slice, but two slices may have
   * the same value.
   */
  private RowData withoutDistinct(RowData slice) {
    if (generated.distinct() == null) {
      return slice;
    }
    int first = generated.distinct().keyFields();
    UpdatableRowData without = new UpdatableRowData(slice, first + increments.getArity());
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
