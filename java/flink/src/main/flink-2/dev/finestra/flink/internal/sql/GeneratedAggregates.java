package dev.finestra.flink.internal.sql;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.table.runtime.dataview.PerWindowStateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The aggregates of a SQL window, in code that Flink's planner generated.
 *
 * @param rows adds input rows to accumulators: {@code accumulate}, or {@code merge} if the rows are
 *     partial results
 * @param areRowsPartial whether the input rows are partial results of an operator before the
 *     shuffle
 * @param partials merges accumulators, and makes results from them
 * @param accumulators the types of the accumulators' fields
 * @param areImmutable whether no function changes an accumulator in place
 * @param rowCountField the field of the accumulators that counts rows; negative if there is none
 * @param distinct null if no aggregate is {@code DISTINCT}
 */
public record GeneratedAggregates(
    GeneratedNamespaceAggsHandleFunction<Long> rows,
    boolean areRowsPartial,
    GeneratedNamespaceAggsHandleFunction<Long> partials,
    List<LogicalType> accumulators,
    boolean areImmutable,
    int rowCountField,
    DistinctPlan distinct)
    implements Serializable {

  AccumulatorRowSerializer serializer() {
    return new AccumulatorRowSerializer(accumulators.toArray(LogicalType[]::new), areImmutable);
  }

  /** Compiles the code for a task. */
  SqlAggregates open(RuntimeContext context, KeyedStateBackend<?> backend) throws Exception {
    return new SqlAggregates(this, open(rows, context, backend), open(partials, context, backend));
  }

  private static NamespaceAggsHandleFunction<Long> open(
      GeneratedNamespaceAggsHandleFunction<Long> generated,
      RuntimeContext context,
      KeyedStateBackend<?> backend)
      throws Exception {
    NamespaceAggsHandleFunction<Long> function =
        generated.newInstance(context.getUserCodeClassLoader());
    function.open(new PerWindowStateDataViewStore(backend, LongSerializer.INSTANCE, context));
    return function;
  }
}
