package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.calcite.FlinkTypeFactory.toLogicalRowType;
import static org.apache.flink.table.planner.utils.ShortcutUtils.unwrapTableConfig;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecOverAggregate;
import org.apache.flink.table.planner.plan.utils.OverAggregateUtil;
import org.apache.flink.table.types.logical.RowType;

/**
 * Translates {@code OVER} with a bounded frame. In a compiled plan it is Flink's node, which runs
 * with Flink's operator.
 */
final class OverAggregateNode extends StreamExecOverAggregate {
  private final OverWindow window;

  OverAggregateNode(StreamPhysicalFinestraOverAggregate node) {
    super(
        unwrapTableConfig(node),
        OverAggregateUtil.createOverSpec(node.logicWindow()),
        InputProperty.DEFAULT,
        toLogicalRowType(node.getRowType()),
        node.getRelDetailedDescription());
    window = new OverWindow(node);
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    Transformation<RowData> flinks = super.translateToPlanInternal(planner, config);
    if (config.isCompiled()) {
      return flinks;
    }
    RowType rows = (RowType) getInputEdges().get(0).getOutputType();
    return Steps.instead(flinks, window.operator(planner, config, rows));
  }
}
