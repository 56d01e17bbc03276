package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/**
 * {@code OVER} over input with updates. {@code EXPLAIN} shows the name from "Finestra" on. It is no
 * {@code StreamPhysicalOverAggregate}, because Flink assumes that the results of those never
 * change.
 */
final class StreamPhysicalFinestraChangesOverAggregate extends SingleRel
    implements StreamPhysicalRel {
  private final StreamPhysicalOverOfChanges over;

  StreamPhysicalFinestraChangesOverAggregate(StreamPhysicalOverOfChanges over) {
    super(over.getCluster(), over.getTraitSet(), over.getInput());
    this.over = over;
  }

  @Override
  protected RelDataType deriveRowType() {
    return over.getRowType();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalFinestraChangesOverAggregate(
        (StreamPhysicalOverOfChanges) over.copy(traits, inputs));
  }

  @Override
  public boolean requireWatermark() {
    return over.requireWatermark();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return over.explainTerms(writer);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return OverAggregateNode.ofChanges(
        over, getRelDetailedDescription(), ChangelogPlanUtils.generateUpdateBefore(this));
  }
}
