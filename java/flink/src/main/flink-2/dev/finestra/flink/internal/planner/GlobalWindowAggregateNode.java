package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.calcite.FlinkTypeFactory.toLogicalRowType;
import static org.apache.flink.table.planner.utils.ShortcutUtils.unwrapTableConfig;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAssigner;
import org.apache.flink.table.types.logical.RowType;

/** Translates {@code HOP} over slices; otherwise as {@link WindowAggregateNode}. */
final class GlobalWindowAggregateNode extends StreamExecGlobalWindowAggregate {
  private final HopWindows windows;
  private final RowType rowsBefore;

  GlobalWindowAggregateNode(StreamPhysicalFinestraGlobalWindowAggregate node) {
    super(
        unwrapTableConfig(node),
        node.grouping(),
        HopWindows.calls(node.aggCalls()),
        node.windowing(),
        HopWindows.properties(node.namedWindowProperties()),
        AggregateUtil.needRetraction(node),
        InputProperty.DEFAULT,
        toLogicalRowType(node.inputRowTypeOfLocalAgg()),
        toLogicalRowType(node.getRowType()),
        node.getRelDetailedDescription());
    windows = new HopWindows(node, node.windowing());
    rowsBefore = toLogicalRowType(node.inputRowTypeOfLocalAgg());
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    WindowAssigner assigner = createWindowAssigner(windows.windowing(), windows.zone(config));
    return Steps.instead(
        super.translateToPlanInternal(planner, config),
        config,
        () -> windows.operator(planner, config, assigner, rowsBefore));
  }
}
