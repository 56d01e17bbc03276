package dev.finestra.flink.internal.planner;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/**
 * {@code OVER} over input with updates. {@code EXPLAIN} shows the name from "Finestra" on. It is no
 * {@code StreamPhysicalOverAggregate}, because Flink assumes that the results of those never
 * change.
 */
final class StreamPhysicalFinestraChangesOverAggregate
    extends StreamPhysicalDelegate<StreamPhysicalOverOfChanges> {

  StreamPhysicalFinestraChangesOverAggregate(StreamPhysicalOverOfChanges flinks) {
    super(flinks);
  }

  @Override
  RelNode with(StreamPhysicalOverOfChanges other) {
    return new StreamPhysicalFinestraChangesOverAggregate(other);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return OverAggregateNode.ofUpdates(
        flinks, getRelDetailedDescription(), ChangelogPlanUtils.generateUpdateBefore(this));
  }
}
