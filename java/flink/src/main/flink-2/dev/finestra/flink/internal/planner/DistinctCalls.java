package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.utils.JavaScalaConversionUtil.toJava;

import dev.finestra.flink.internal.sql.DistinctAggregates;
import dev.finestra.flink.internal.sql.DistinctCount;
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
 * The calls of an aggregation with {@code COUNT(DISTINCT …)}, rewritten for Finestra: instead of
 * each such call there are two counts of a column that is always null. Their accumulators are
 * numbers, to which Finestra adds what {@link DistinctCount} needs.
 *
 * <p>The order is that of Flink's accumulators in slices: Flink's calls, the number of rows, then
 * the second counts, where a slice has its maps of distinct values.
 *
 * @param flinks the aggregates as Flink runs them, with maps on the heap
 * @param rows the type of the rows before any aggregation
 */
record DistinctCalls(AggregateInfoList flinks, RowType rows) {
  /** With more counts of a column, the state that Flink shares between them is faster. */
  private static final int MOST_COUNTS = 4;

  /** Why Flink runs these aggregates; null if Finestra can. */
  static String reasonAgainst(AggregateInfoList aggregates, boolean hasUpdates) {
    if (aggregates.distinctInfos().length > 0 && hasUpdates) {
      return "an aggregate is DISTINCT, and the input has updates";
    }
    for (DistinctInfo distinct : aggregates.distinctInfos()) {
      LogicalType type = distinct.keyType().getLogicalType();
      boolean isCompared =
          type.is(LogicalTypeFamily.CHARACTER_STRING)
              || type.is(LogicalTypeFamily.NUMERIC)
              || type.is(LogicalTypeFamily.DATETIME)
              || type.is(LogicalTypeFamily.INTERVAL)
              || type.is(LogicalTypeRoot.BOOLEAN);
      if (!isCompared || !distinct.consumeRetraction()) {
        return "DISTINCT of %s is not supported".formatted(type);
      }
      if (distinct.aggIndexes().size() > MOST_COUNTS) {
        return "more than %s aggregates count distinct values of a column".formatted(MOST_COUNTS);
      }
      for (int call : integers(distinct.aggIndexes())) {
        if (!(aggregates.aggInfos()[call].function() instanceof CountAggFunction)) {
          return "an aggregate other than COUNT is DISTINCT";
        }
      }
    }
    return null;
  }

  private static List<Integer> integers(scala.collection.Seq<Object> of) {
    return toJava(of).stream().map(Integer.class::cast).toList();
  }

  boolean isEmpty() {
    return flinks.distinctInfos().length == 0;
  }

  private List<Integer> distinct() {
    return Arrays.stream(flinks.distinctInfos())
        .flatMap(each -> integers(each.aggIndexes()).stream())
        .toList();
  }

  List<AggregateCall> rewritten() {
    List<Integer> distinct = distinct();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateInfo each : flinks.aggInfos()) {
      calls.add(distinct.contains(calls.size()) ? countOfNothing(each.agg()) : each.agg());
    }
    distinct.forEach(call -> calls.add(calls.get(call)));
    return calls;
  }

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
   * What the operator needs to know.
   *
   * @param calls the number of aggregates in SQL's result
   * @param properties the number of columns with a window's times
   */
  DistinctAggregates aggregates(int calls, int properties, boolean areSlices, int keyFields) {
    int all = flinks.aggInfos().length;
    int fields = firstField(all);
    List<DistinctCount> counts = new ArrayList<>();
    for (int i = 0; i < flinks.distinctInfos().length; i++) {
      DistinctInfo distinct = flinks.distinctInfos()[i];
      LogicalType type = distinct.keyType().getLogicalType();
      for (int call : integers(distinct.aggIndexes())) {
        int index = integers(distinct.aggIndexes()).indexOf(call);
        DistinctValues values =
            areSlices
                ? new DistinctValues.OfSlice(keyFields + fields + i, maps(distinct), index)
                : new DistinctValues.OfRow(
                    RowData.createFieldGetter(type, distinct.argIndexes()[0]),
                    integers(distinct.filterArgs()).get(index));
        counts.add(new DistinctCount(type, values, firstField(call), fields + counts.size()));
      }
    }
    int results = all + counts.size();
    List<Integer> columns =
        IntStream.concat(IntStream.range(0, calls), IntStream.range(results, results + properties))
            .boxed()
            .toList();
    return new DistinctAggregates(counts, keyFields, columns);
  }

  /** The first field of an aggregate in the accumulators. */
  private int firstField(int call) {
    return Arrays.stream(flinks.aggInfos())
        .limit(call)
        .mapToInt(each -> each.externalAccTypes().length)
        .sum();
  }

  @SuppressWarnings("unchecked") // Flink's own type of maps of distinct values
  private static TypeSerializer<MapView<Object, Object>> maps(DistinctInfo distinct) {
    return ((RawType<MapView<Object, Object>>) distinct.accType().getLogicalType())
        .getTypeSerializer();
  }
}
