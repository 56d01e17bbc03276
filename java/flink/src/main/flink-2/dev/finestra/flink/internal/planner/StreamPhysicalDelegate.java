package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/** A node that is described by one of Flink's, but translated to another operator. */
abstract class StreamPhysicalDelegate<N extends AbstractRelNode & StreamPhysicalRel>
    extends SingleRel implements StreamPhysicalRel {
  protected final N flinks;

  StreamPhysicalDelegate(N flinks) {
    super(flinks.getCluster(), flinks.getTraitSet(), flinks.getInput(0));
    this.flinks = flinks;
  }

  /** The same node for another one of Flink's. */
  abstract RelNode with(N other);

  @Override
  @SuppressWarnings("unchecked") // a copy has the same class
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return with((N) flinks.copy(traits, inputs));
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
}
