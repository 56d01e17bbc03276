package dev.finestra.flink.internal.planner;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChangelogModeInferenceProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/**
 * Lets {@code OVER … RANGE} in event time accept input with updates, which Flink rejects. It runs
 * before Flink decides which nodes have updates.
 */
final class AcceptChanges implements FlinkOptimizeProgram<StreamOptimizeContext> {
  static final String NAME = "finestra_accept_changes";

  @Override
  public RelNode optimize(RelNode node, StreamOptimizeContext context) {
    RelNode with = TakeOver.withInputs(node, input -> optimize(input, context));
    return with instanceof StreamPhysicalOverAggregate over && accepts(over, context)
        ? new StreamPhysicalChanges(new StreamPhysicalOverOfChanges(over))
        : with;
  }

  private static boolean accepts(StreamPhysicalOverAggregate over, StreamOptimizeContext context) {
    OverWindow window = new OverWindow(over);
    return window.reasonUnsupported(over, context.getTableConfig()) == null
        && !window.isRows()
        && hasUpdates(over.getInput(), context);
  }

  private static boolean hasUpdates(RelNode input, StreamOptimizeContext context) {
    RelNode inferred = new FlinkChangelogModeInferenceProgram().optimize(input, context);
    return !ChangelogPlanUtils.isInsertOnly((StreamPhysicalRel) inferred);
  }
}
