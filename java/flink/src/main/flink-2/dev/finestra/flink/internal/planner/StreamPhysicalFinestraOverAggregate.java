package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;

/** {@code OVER} with a bounded frame. {@code EXPLAIN} shows the name from "Finestra" on. */
final class StreamPhysicalFinestraOverAggregate extends StreamPhysicalOverAggregate {

  StreamPhysicalFinestraOverAggregate(StreamPhysicalOverAggregate of) {
    this(of, of.getCluster(), of.getTraitSet(), of.getInput());
  }

  private StreamPhysicalFinestraOverAggregate(
      StreamPhysicalOverAggregate of, RelOptCluster cluster, RelTraitSet traits, RelNode input) {
    super(cluster, traits, input, of.getRowType(), of.logicWindow());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalFinestraOverAggregate(this, getCluster(), traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return OverAggregateNode.ofInserts(this);
  }
}
