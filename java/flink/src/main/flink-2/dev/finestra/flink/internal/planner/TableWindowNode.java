package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.calcite.FlinkTypeFactory.toLogicalRowType;
import static org.apache.flink.table.planner.utils.ShortcutUtils.unwrapTableConfig;

import dev.finestra.flink.internal.operator.WindowOperator;
import dev.finestra.flink.internal.sql.TableWindowEmitter;
import dev.finestra.flink.internal.table.TableWindowSpec;
import dev.finestra.flink.internal.table.WindowCallArguments;
import dev.finestra.flink.table.FinestraWindow;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.transformations.KeyedMultipleInputTransformation;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.calcite.RexTableArgCall;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecProcessTableFunction;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalProcessTableFunction;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/**
 * Translates a call of {@code finestra_window} to the operator of keyed streams. In a compiled plan
 * it is Flink's node, which runs the process table function.
 */
final class TableWindowNode extends StreamExecProcessTableFunction {
  private static final List<ChangelogMode> INSERTS = List.of(ChangelogMode.insertOnly());

  /**
   * With another id than the process table function, Flink rejects a savepoint of one in the other.
   */
  private static final String UID_SUFFIX = "-operator";

  private final RexCall call;

  TableWindowNode(
      StreamPhysicalFinestraTableWindow node, StreamPhysicalProcessTableFunction flinks) {
    super(
        unwrapTableConfig(node),
        List.of(InputProperty.DEFAULT),
        toLogicalRowType(node.getRowType()),
        node.getRelDetailedDescription(),
        ((StreamExecProcessTableFunction) flinks.translateToExecNode()).getUid(),
        flinks.getCall(),
        INSERTS,
        ChangelogMode.insertOnly());
    call = flinks.getCall();
  }

  /** Why Flink runs this call; null if Finestra does. */
  static String reasonAgainst(StreamPhysicalProcessTableFunction node) {
    RexCall call = node.getCall();
    // The user's class loader may have loaded another copy of the class.
    String function = ShortcutUtils.unwrapFunctionDefinition(call).getClass().getName();
    if (!function.equals(FinestraWindow.class.getName())) {
      return "it is not finestra_window";
    }
    RexTableArgCall input = (RexTableArgCall) call.getOperands().get(0);
    if (input.getOrderKeys().length > 0) {
      return "its input is sorted";
    }
    try {
      spec(call);
    } catch (ValidationException unknown) {
      // The planner's class loader lacks jars of the user's, such as one with an aggregation.
      return "the planner rejects it: " + unknown.getMessage();
    }
    return null;
  }

  private static TableWindowSpec<RowData> spec(RexCall call) {
    return WindowCallArguments.ofRowData(
        StreamPhysicalProcessTableFunction.toCallContext(
            StreamPhysicalProcessTableFunction.toUdfCall(call),
            StreamPhysicalProcessTableFunction.toInputTimeColumns(call),
            INSERTS,
            ChangelogMode.insertOnly()));
  }

  @Override
  @SuppressWarnings("unchecked") // the key is one of rows
  protected Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    var flinks =
        (KeyedMultipleInputTransformation<RowData>) super.translateToPlanInternal(planner, config);
    if (config.isCompiled()) {
      return flinks;
    }
    TableWindowSpec<RowData> spec = spec(call);
    return Steps.step(
        flinks,
        flinks.getUid() + UID_SUFFIX,
        (KeySelector<RowData, ?>) flinks.getStateKeySelectors().get(0),
        flinks.getStateKeyType(),
        new WindowOperator<RowData, RowData, RowData>(
            spec.request(), spec.input(), null, new TableWindowEmitter(spec.results())));
  }
}
