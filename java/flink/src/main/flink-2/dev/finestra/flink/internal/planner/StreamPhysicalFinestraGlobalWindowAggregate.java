package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;

/** {@code HOP} over slices that were aggregated before the shuffle. */
final class StreamPhysicalFinestraGlobalWindowAggregate
    extends StreamPhysicalGlobalWindowAggregate {

  StreamPhysicalFinestraGlobalWindowAggregate(StreamPhysicalGlobalWindowAggregate of) {
    this(of, of.getCluster(), of.getTraitSet(), of.getInput());
  }

  private StreamPhysicalFinestraGlobalWindowAggregate(
      StreamPhysicalGlobalWindowAggregate of,
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input) {
    super(
        cluster,
        traits,
        input,
        of.inputRowTypeOfLocalAgg(),
        of.grouping(),
        of.aggCalls(),
        of.windowing(),
        of.namedWindowProperties());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalFinestraGlobalWindowAggregate(
        this, getCluster(), traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new GlobalWindowAggregateNode(this);
  }
}
