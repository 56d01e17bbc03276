package dev.finestra.flink.internal.planner;

import dev.finestra.flink.FinestraSql;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkStreamProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import scala.Option;

/**
 * Flink's own program, then {@link TakeOver} on its result. Flink's program is built for each query,
 * because it depends on the settings.
 */
final class FinestraProgram extends FlinkChainedProgram<StreamOptimizeContext> {
  private final Option<FlinkChainedProgram<StreamOptimizeContext>> configured;

  /**
   * @param configured the program that was configured before, if there is one
   */
  FinestraProgram(Option<FlinkChainedProgram<StreamOptimizeContext>> configured) {
    this.configured = configured;
  }

  @Override
  public RelNode optimize(RelNode query, StreamOptimizeContext context) {
    TableConfig config = context.getTableConfig();
    FlinkChainedProgram<StreamOptimizeContext> program =
        configured.isDefined() ? configured.get() : FlinkStreamProgram.buildProgram(config);
    RelNode plan = program.optimize(query, context);
    return config.get(FinestraSql.ENABLED) ? new TakeOver(config).of(plan) : plan;
  }
}
