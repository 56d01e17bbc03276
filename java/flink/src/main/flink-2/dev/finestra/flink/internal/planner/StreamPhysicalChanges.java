package dev.finestra.flink.internal.planner;

import java.time.Duration;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;

/**
 * A placeholder above {@code OVER} over input with updates, which {@link TakeOver} removes. Flink
 * assumes that results of {@code OVER} never change, and would compute {@code MAX} and Top-N of
 * them without retractions. This class extends Flink's window table function only because Flink
 * passes all changes through one, and assumes nothing about its rows.
 */
final class StreamPhysicalChanges extends StreamPhysicalWindowTableFunction {
  private static final TimeAttributeWindowingStrategy NO_WINDOWS =
      new TimeAttributeWindowingStrategy(
          new TumblingWindowSpec(Duration.ofMillis(1), null), new LocalZonedTimestampType(3), 0);

  StreamPhysicalChanges(RelNode input) {
    this(input.getTraitSet(), input);
  }

  private StreamPhysicalChanges(RelTraitSet traits, RelNode input) {
    super(input.getCluster(), traits, input, input.getRowType(), NO_WINDOWS);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalChanges(traits, inputs.get(0));
  }
}
