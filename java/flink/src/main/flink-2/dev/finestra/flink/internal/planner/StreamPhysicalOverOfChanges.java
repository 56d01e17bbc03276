package dev.finestra.flink.internal.planner;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.logical.FlinkLogicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.schema.TimeIndicatorRelDataType;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/**
 * {@code OVER} over input with updates, while Flink decides which nodes have updates. Flink accepts
 * them if the frame is not ordered by a time attribute. So the logical window, from which Flink
 * decides that, has plain timestamps in their place.
 */
final class StreamPhysicalOverOfChanges extends StreamPhysicalOverAggregate {

  StreamPhysicalOverOfChanges(StreamPhysicalOverAggregate of) {
    this(of, of.getCluster(), of.getTraitSet(), of.getInput());
  }

  private StreamPhysicalOverOfChanges(
      StreamPhysicalOverAggregate of, RelOptCluster cluster, RelTraitSet traits, RelNode input) {
    super(cluster, traits, input, of.getRowType(), withoutTimeAttributes(of.logicWindow()));
  }

  private static Window withoutTimeAttributes(Window window) {
    FlinkTypeFactory types = ShortcutUtils.unwrapTypeFactory(window);
    List<RelDataTypeField> fields = window.getRowType().getFieldList();
    List<RelDataType> plain =
        fields.stream()
            .map(RelDataTypeField::getType)
            .map(type -> type instanceof TimeIndicatorRelDataType time ? time.originalType() : type)
            .toList();
    return new FlinkLogicalOverAggregate(
        window.getCluster(),
        window.getTraitSet(),
        window.getInput(),
        window.constants,
        types.createStructType(plain, window.getRowType().getFieldNames()),
        window.groups);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalOverOfChanges(this, getCluster(), traits, inputs.get(0));
  }
}
