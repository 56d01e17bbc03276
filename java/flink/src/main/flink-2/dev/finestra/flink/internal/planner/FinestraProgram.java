package dev.finestra.flink.internal.planner;

import dev.finestra.flink.FinestraSql;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkStreamProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import scala.Option;

/**
 * Flink's own program, then {@link TakeOver} on its result. Flink's program is built for each
 * query, because it depends on the settings.
 */
final class FinestraProgram extends FlinkChainedProgram<StreamOptimizeContext> {
  private static final String MODULE = "finestra";

  private final Option<FlinkChainedProgram<StreamOptimizeContext>> configured;
  private final boolean needsModule;

  private FinestraProgram(
      Option<FlinkChainedProgram<StreamOptimizeContext>> configured, boolean needsModule) {
    this.configured = configured;
    this.needsModule = needsModule;
  }

  /**
   * @param configured the program that was configured before, if there is one
   * @param needsModule whether only sessions that loaded Finestra's module are served
   */
  static FinestraProgram after(
      Option<FlinkChainedProgram<StreamOptimizeContext>> configured, boolean needsModule) {
    boolean isKnown = configured.isDefined() && configured.get() instanceof FinestraProgram;
    return new FinestraProgram(
        isKnown ? ((FinestraProgram) configured.get()).configured : configured, needsModule);
  }

  @Override
  public RelNode optimize(RelNode query, StreamOptimizeContext context) {
    TableConfig config = context.getTableConfig();
    boolean isEnabled = isEnabled(context);
    FlinkChainedProgram<StreamOptimizeContext> program =
        configured.isDefined() ? configured.get() : FlinkStreamProgram.buildProgram(config);
    if (isEnabled && configured.isEmpty()) {
      program.addBefore(
          FlinkStreamProgram.PHYSICAL_REWRITE(), AcceptChanges.NAME, new AcceptChanges());
    }
    RelNode plan = program.optimize(query, context);
    return isEnabled ? new TakeOver(config).of(plan) : plan;
  }

  private boolean isEnabled(StreamOptimizeContext context) {
    return context.getTableConfig().get(FinestraSql.ENABLED)
        && (!needsModule || context.getModuleManager().listModules().contains(MODULE));
  }
}
