package dev.finestra.flink.internal.planner;

import dev.finestra.flink.internal.sql.DistinctCount;
import dev.finestra.flink.internal.sql.DistinctPlan;
import dev.finestra.flink.internal.sql.DistinctValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.functions.aggfunctions.CountAggFunction;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.DistinctInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Rewrites aggregates with {@code COUNT(DISTINCT …)} for Finestra. Each such call becomes two
 * counts of a column that is always null. So generated code gives each two numbers that start at 0,
 * and Finestra's operator changes them: {@code ends} and {@code net} of {@link DistinctCount}.
 *
 * <p>Accumulators: Flink's calls (with {@code ends} in place of distinct counts), the number of
 * rows, then all {@code net}. A slice from Flink has its maps of distinct values where {@code net}
 * begins.
 *
 * <p>Not supported: other aggregates with {@code DISTINCT}, and input with updates.
 *
 * @param original the aggregates as Flink runs them, with maps on the heap
 * @param rows the type of the rows before any aggregation
 */
record DistinctCalls(AggregateInfoList original, RowType rows) {
  /** Why Flink runs these aggregates; null if Finestra can. */
  static String reasonAgainst(AggregateInfoList aggregates, boolean hasUpdates) {
    if (aggregates.distinctInfos().length > 0 && hasUpdates) {
      return "an aggregate is DISTINCT, and the input has updates";
    }
    for (DistinctInfo distinct : aggregates.distinctInfos()) {
      LogicalType type = distinct.keyType().getLogicalType();
      boolean isSupported =
          type.is(LogicalTypeFamily.CHARACTER_STRING)
              || type.is(LogicalTypeFamily.NUMERIC)
              || type.is(LogicalTypeFamily.DATETIME)
              || type.is(LogicalTypeFamily.INTERVAL)
              || type.is(LogicalTypeRoot.BOOLEAN);
      if (!isSupported) {
        return "DISTINCT of %s is not supported".formatted(type);
      }
      if (!distinct.consumeRetraction()) {
        return "Flink does not count the rows of each distinct value";
      }
      if (distinct.aggIndexes().size() > 1) {
        return "several aggregates count distinct values of a column, for which Flink has one map";
      }
      if (!(aggregates.aggInfos()[call(distinct)].function() instanceof CountAggFunction)) {
        return "an aggregate other than COUNT is DISTINCT";
      }
    }
    return null;
  }

  /** The index of the aggregate that counts these values. */
  private static int call(DistinctInfo distinct) {
    return (int) distinct.aggIndexes().apply(0);
  }

  boolean isEmpty() {
    return original.distinctInfos().length == 0;
  }

  private List<Integer> distinctCalls() {
    return Arrays.stream(original.distinctInfos()).map(DistinctCalls::call).toList();
  }

  List<AggregateCall> rewritten() {
    List<Integer> distinct = distinctCalls();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateInfo each : original.aggInfos()) {
      calls.add(distinct.contains(calls.size()) ? countOfNothing(each.agg()) : each.agg());
    }
    distinct.forEach(call -> calls.add(calls.get(call)));
    return calls;
  }

  /** The same call over the column that {@link #rewrittenRows} appends. */
  private AggregateCall countOfNothing(AggregateCall call) {
    return call.withArgList(List.of(rows.getFieldCount()));
  }

  /** Rows with the column that is always null. */
  RowType rewrittenRows() {
    List<RowType.RowField> fields = new ArrayList<>(rows.getFields());
    fields.add(new RowType.RowField("nothing", new BigIntType()));
    return new RowType(fields);
  }

  /**
   * The distinct counts for the operator, and the columns of SQL's result among those of generated
   * code.
   *
   * @param results the number of aggregates in SQL's result
   * @param times the number of columns with a window's times
   */
  DistinctPlan plan(int results, int times, boolean areSlices, int keyFields) {
    int all = original.aggInfos().length;
    int fields = firstField(all);
    List<DistinctCount> counts = new ArrayList<>();
    for (int i = 0; i < original.distinctInfos().length; i++) {
      DistinctInfo distinct = original.distinctInfos()[i];
      LogicalType type = distinct.keyType().getLogicalType();
      DistinctValues values =
          areSlices
              ? new DistinctValues.OfSlice(keyFields + fields + i, maps(distinct))
              : new DistinctValues.OfRow(
                  RowData.createFieldGetter(type, distinct.argIndexes()[0]),
                  (int) distinct.filterArgs().apply(0));
      counts.add(new DistinctCount(type, values, firstField(call(distinct)), fields + i));
    }
    int firstTime = all + counts.size();
    List<Integer> columns =
        IntStream.concat(IntStream.range(0, results), IntStream.range(firstTime, firstTime + times))
            .boxed()
            .toList();
    return new DistinctPlan(counts, keyFields, columns);
  }

  /** The first field of an aggregate in the accumulators. */
  private int firstField(int call) {
    return Arrays.stream(original.aggInfos())
        .limit(call)
        .mapToInt(each -> each.externalAccTypes().length)
        .sum();
  }

  @SuppressWarnings("unchecked") // Flink's own type of maps of distinct values
  private static TypeSerializer<MapView<Object, Long>> maps(DistinctInfo distinct) {
    return ((RawType<MapView<Object, Long>>) distinct.accType().getLogicalType())
        .getTypeSerializer();
  }
}
