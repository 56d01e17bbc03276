package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.calcite.FlinkTypeFactory.toLogicalRowType;
import static org.apache.flink.table.planner.utils.ShortcutUtils.unwrapTableConfig;

import dev.finestra.flink.FinestraSql;
import dev.finestra.flink.internal.sql.SqlOperator;
import dev.finestra.flink.internal.sql.UpdateOptions;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonInclude;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecOverAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.utils.ExecNodeUtil;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.utils.KeySelectorUtil;
import org.apache.flink.table.planner.plan.utils.OverAggregateUtil;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Translates {@code OVER} with a bounded frame. In a compiled plan it is Flink's node, which runs
 * with Flink's operator.
 */
final class OverAggregateNode extends StreamExecOverAggregate {
  private final OverWindow window;

  /** Whether the input has updates, which Flink's own node does not accept. */
  private final boolean hasUpdates;

  private final boolean hasUpdateBefore;

  private OverAggregateNode(
      StreamPhysicalOverAggregateBase node, boolean hasUpdates, boolean hasUpdateBefore) {
    super(
        unwrapTableConfig(node),
        OverAggregateUtil.createOverSpec(node.logicWindow()),
        InputProperty.DEFAULT,
        toLogicalRowType(node.getRowType()),
        node.getRelDetailedDescription());
    this.window = new OverWindow(node);
    this.hasUpdates = hasUpdates;
    this.hasUpdateBefore = hasUpdateBefore;
  }

  static OverAggregateNode ofInserts(StreamPhysicalOverAggregateBase node) {
    return new OverAggregateNode(node, false, false);
  }

  /**
   * @param hasUpdateBefore whether the next step needs the old row of an update
   */
  static OverAggregateNode ofUpdates(
      StreamPhysicalOverAggregateBase node, boolean hasUpdateBefore) {
    return new OverAggregateNode(node, true, hasUpdateBefore);
  }

  /**
   * Not a property. Flink reads all properties when it writes a compiled plan, so {@code COMPILE
   * PLAN} fails here.
   */
  @JsonProperty
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public Boolean getRejectedByCompilePlan() {
    checkCompiles();
    return null;
  }

  private void checkCompiles() {
    if (hasUpdates) {
      throw new TableException(
          "COMPILE PLAN does not support OVER over input with updates, because a compiled plan runs"
              + " with Flink's operators, which accept inserts only. Run the statement without it");
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the input is rows
  protected Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    if (config.isCompiled()) {
      checkCompiles();
      return super.translateToPlanInternal(planner, config);
    }
    ExecEdge edge = getInputEdges().get(0);
    Transformation<RowData> input = (Transformation<RowData>) edge.translateToPlan(planner);
    RowType rows = (RowType) edge.getOutputType();
    RowDataKeySelector key =
        KeySelectorUtil.getRowDataSelector(
            planner.getFlinkContext().getClassLoader(),
            window.spec().getPartition().getFieldIndices(),
            InternalTypeInfo.of(rows));
    OneInputTransformation<RowData, RowData> step =
        ExecNodeUtil.createOneInputTransformation(
            input,
            createTransformationMeta(OVER_AGGREGATE_TRANSFORMATION, config),
            operator(planner, config, rows),
            InternalTypeInfo.of(getOutputType()),
            input.getParallelism(),
            false);
    step.setStateKeySelector(key);
    step.setStateKeyType(key.getProducedType());
    return step;
  }

  private SqlOperator operator(PlannerBase planner, ExecNodeConfig config, RowType rows) {
    if (!hasUpdates) {
      return window.operator(planner, config, rows);
    }
    RowType all = (RowType) getOutputType();
    LogicalType[] results =
        all.getChildren().stream().skip(rows.getFieldCount()).toArray(LogicalType[]::new);
    UpdateOptions options =
        new UpdateOptions(
            hasUpdateBefore,
            config.getStateRetentionTime(),
            config.get(FinestraSql.FAIL_ON_UNKNOWN_ROW));
    return window.operatorOfUpdates(planner, config, rows, results, options);
  }
}
