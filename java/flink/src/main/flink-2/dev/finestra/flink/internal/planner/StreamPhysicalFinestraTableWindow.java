package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalProcessTableFunction;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/** A call of {@code finestra_window}. {@code EXPLAIN} shows the name from "Finestra" on. */
final class StreamPhysicalFinestraTableWindow extends SingleRel implements StreamPhysicalRel {
  /** Flink's node describes the call. */
  private final StreamPhysicalProcessTableFunction flinks;

  StreamPhysicalFinestraTableWindow(StreamPhysicalProcessTableFunction flinks) {
    super(flinks.getCluster(), flinks.getTraitSet(), flinks.getInput(0));
    this.flinks = flinks;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalFinestraTableWindow(
        (StreamPhysicalProcessTableFunction) flinks.copy(traits, inputs));
  }

  @Override
  public void replaceInput(int index, RelNode input) {
    flinks.replaceInput(index, input);
    super.replaceInput(index, input);
  }

  @Override
  public boolean requireWatermark() {
    return flinks.requireWatermark();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return flinks.explainTerms(writer);
  }

  @Override
  protected RelDataType deriveRowType() {
    return flinks.getRowType();
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new TableWindowNode(this, flinks);
  }
}
