package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;

/** {@code HOP} over rows. {@code EXPLAIN} shows the class's name from "Finestra" on. */
final class StreamPhysicalFinestraWindowAggregate extends StreamPhysicalWindowAggregate {

  StreamPhysicalFinestraWindowAggregate(StreamPhysicalWindowAggregate of) {
    this(of, of.getCluster(), of.getTraitSet(), of.getInput());
  }

  private StreamPhysicalFinestraWindowAggregate(
      StreamPhysicalWindowAggregate of, RelOptCluster cluster, RelTraitSet traits, RelNode input) {
    super(
        cluster,
        traits,
        input,
        of.grouping(),
        of.aggCalls(),
        of.windowing(),
        of.namedWindowProperties());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalFinestraWindowAggregate(this, getCluster(), traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new WindowAggregateNode(this);
  }
}
