package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/**
 * {@code OVER} over input with updates. {@code EXPLAIN} shows the name from "Finestra" on. It is no
 * {@code StreamPhysicalOverAggregate}, because Flink assumes that the results of those never
 * change.
 */
final class StreamPhysicalFinestraChangesOverAggregate extends StreamPhysicalOverAggregateBase {

  StreamPhysicalFinestraChangesOverAggregate(StreamPhysicalOverAggregateBase of) {
    this(of, of.getCluster(), of.getTraitSet(), of.getInput());
  }

  private StreamPhysicalFinestraChangesOverAggregate(
      StreamPhysicalOverAggregateBase of,
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input) {
    super(cluster, traits, input, of.getRowType(), of.logicWindow());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalFinestraChangesOverAggregate(
        this, getCluster(), traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return OverAggregateNode.ofUpdates(this, ChangelogPlanUtils.generateUpdateBefore(this));
  }
}
