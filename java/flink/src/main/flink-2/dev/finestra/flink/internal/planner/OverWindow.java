package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.utils.JavaScalaConversionUtil.toScala;

import dev.finestra.flink.internal.sql.GeneratedAggregates;
import dev.finestra.flink.internal.sql.OverFrame;
import dev.finestra.flink.internal.sql.SqlChangesOverOperator;
import dev.finestra.flink.internal.sql.SqlOverOperator;
import dev.finestra.flink.internal.sql.UpdateOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexLiteral;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.codegen.CodeGeneratorContext;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.spec.OverSpec;
import org.apache.flink.table.planner.plan.nodes.exec.spec.OverSpec.GroupSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.plan.utils.OverAggregateUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** An {@code OVER} window of a plan: whether Finestra makes it faster, and its operator. */
record OverWindow(OverSpec spec) {
  /** With fewer rows, Flink's subtractions are faster than merges of accumulators in objects. */
  private static final int LEAST_ROWS_OF_OBJECTS = 100;

  OverWindow(StreamPhysicalOverAggregateBase node) {
    this(OverAggregateUtil.createOverSpec(node.logicWindow()));
  }

  /** Why Flink runs the node's window; null if Finestra does. */
  String reasonAgainst(StreamPhysicalOverAggregateBase node, ReadableConfig config) {
    String impossible = reasonUnsupported(node, config);
    if (impossible != null) {
      return impossible;
    }
    boolean isLong = group().isRows() && preceding() + 1 >= LEAST_ROWS_OF_OBJECTS;
    AggregateInfoList aggregates = aggregates(node);
    return isLong || Aggregates.areWords(aggregates) || !Aggregates.haveRetract(aggregates)
        ? null
        : "its accumulators are not plain numbers, and its frame is not ROWS of at least %s rows"
            .formatted(LEAST_ROWS_OF_OBJECTS);
  }

  /** Why Finestra cannot run the node's window, fast or not; null if it can. */
  String reasonUnsupported(StreamPhysicalOverAggregateBase node, ReadableConfig config) {
    if (spec.getGroups().size() > 1) {
      return "its aggregates have several windows, which Flink rejects";
    }
    GroupSpec group = group();
    if (group.getSort().getFieldIndices().length != 1) {
      return "it has no order, or several, which Flink rejects";
    }
    if (!group.getSort().getAscendingOrders()[0]) {
      return "its order is descending, which Flink rejects";
    }
    boolean isBounded =
        group.getLowerBound().isPreceding()
            && !group.getLowerBound().isUnbounded()
            && group.getUpperBound().isCurrentRow();
    if (!isBounded) {
      return "its frame is unbounded, or does not end at the current row";
    }
    LogicalType time = rows(node).getTypeAt(timeField());
    if (!LogicalTypeChecks.isRowtimeAttribute(time)) {
      return "its frame is not in event time";
    }
    if (!(OverAggregateUtil.getBoundary(spec, group.getLowerBound()) instanceof Long)) {
      return "its frame is bounded by a decimal, which Flink rejects";
    }
    if (group.isRows() && config.get(ExecutionConfigOptions.IDLE_STATE_RETENTION).toMillis() > 0) {
      return "its frame counts rows, and state has a time to live";
    }
    AggregateInfoList aggregates = aggregates(node);
    return aggregates.distinctInfos().length > 0
        ? "an aggregate is DISTINCT"
        : Aggregates.reasonAgainst(aggregates);
  }

  /** The aggregates as Flink runs them, with views in state. */
  private AggregateInfoList aggregates(StreamPhysicalOverAggregateBase node) {
    return aggregates(ShortcutUtils.unwrapTypeFactory(node), rows(node), true);
  }

  private static RowType rows(StreamPhysicalOverAggregateBase node) {
    return FlinkTypeFactory.toLogicalRowType(node.getInput().getRowType());
  }

  private GroupSpec group() {
    return spec.getGroups().get(0);
  }

  private int timeField() {
    return group().getSort().getFieldIndices()[0];
  }

  /** The input's fields, then the constants that aggregates refer to. */
  private RowType withConstants(RowType rows) {
    List<LogicalType> types = new ArrayList<>(rows.getChildren());
    List<String> names = new ArrayList<>(rows.getFieldNames());
    for (RexLiteral constant : spec.getConstants()) {
      names.add("constant" + types.size());
      types.add(FlinkTypeFactory.toLogicalType(constant.getType()));
    }
    return RowType.of(types.toArray(LogicalType[]::new), names.toArray(String[]::new));
  }

  private AggregateInfoList aggregates(
      FlinkTypeFactory factory, RowType rows, boolean hasViewsInState) {
    var calls = group().getAggCalls();
    return AggregateUtil.transformToStreamAggregateInfoList(
        factory,
        withConstants(rows),
        toScala(calls),
        new boolean[calls.size()],
        false,
        hasViewsInState,
        true);
  }

  /** Whether the frame counts rows. */
  boolean isRows() {
    return group().isRows();
  }

  /** The operator for input that has inserts only. */
  SqlOverOperator operator(PlannerBase planner, ReadableConfig config, RowType rows) {
    return new SqlOverOperator(
        frame(),
        Aggregates.algorithm(config),
        generated(planner, config, rows),
        rows.getChildren().toArray(LogicalType[]::new));
  }

  /** The operator for input with updates. */
  SqlChangesOverOperator operatorOfUpdates(
      PlannerBase planner,
      ReadableConfig config,
      RowType rows,
      LogicalType[] results,
      UpdateOptions options) {
    return new SqlChangesOverOperator(
        frame(),
        Aggregates.algorithm(config),
        generated(planner, config, rows),
        rows.getChildren().toArray(LogicalType[]::new),
        results,
        options);
  }

  private OverFrame frame() {
    int time = timeField();
    return new OverFrame(group().isRows(), preceding(), time);
  }

  /** The rows before the current one, or the time before its time. */
  private long preceding() {
    return -OverAggregateUtil.getLongBoundary(spec, group().getLowerBound());
  }

  private GeneratedAggregates generated(PlannerBase planner, ReadableConfig config, RowType rows) {
    AggregateInfoList aggregates = aggregates(planner.getTypeFactory(), rows, false);
    int time = timeField();
    var code =
        new AggsHandlerCodeGenerator(
                new CodeGeneratorContext(config, planner.getFlinkContext().getClassLoader()),
                planner.createRelBuilder(),
                toScala(rows.getChildren()),
                Aggregates.COPIES_INPUTS)
            .needAccumulate()
            .needMerge(0, true, aggregates.getAccTypes())
            .withConstants(toScala(spec.getConstants()))
            .generateNamespaceAggsHandler(
                "FinestraOverAggregates",
                aggregates,
                toScala(List.of()),
                Long.class,
                TimeWindowUtil.getShiftTimeZone(rows.getTypeAt(time), null));
    return new GeneratedAggregates(
        code,
        false,
        code,
        Aggregates.types(aggregates),
        Aggregates.areImmutable(aggregates),
        -1,
        null);
  }
}
