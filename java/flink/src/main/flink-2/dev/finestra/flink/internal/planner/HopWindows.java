package dev.finestra.flink.internal.planner;

import static org.apache.flink.table.planner.utils.JavaScalaConversionUtil.toJava;
import static org.apache.flink.table.planner.utils.JavaScalaConversionUtil.toScala;

import dev.finestra.flink.FinestraSql;
import dev.finestra.flink.internal.sql.GeneratedAggregates;
import dev.finestra.flink.internal.sql.SqlWindowOperator;
import dev.finestra.flink.internal.sql.WindowTimes;
import dev.finestra.windowing.SlidingTimeWindow;
import java.time.ZoneId;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.codegen.CodeGeneratorContext;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.SliceAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregateBase;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.groupwindow.NamedWindowProperty;
import org.apache.flink.table.runtime.groupwindow.WindowProperty;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAssigner;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.RowType;
import scala.collection.Seq;

/**
 * {@code HOP} windows of a plan: whether Finestra makes them faster, and their operator.
 *
 * @param keyFields the number of fields of the key
 * @param calls the aggregates
 * @param properties the columns with the window's start, end and time
 * @param hasUpdates whether the input updates or deletes rows
 */
@SuppressWarnings("deprecation") // Flink's nodes have these properties of windows
record HopWindows(
    int keyFields,
    Seq<AggregateCall> calls,
    Seq<NamedWindowProperty> properties,
    WindowingStrategy windowing,
    boolean hasUpdates) {
  HopWindows(StreamPhysicalWindowAggregateBase node, WindowingStrategy windowing) {
    this(
        node.grouping().length,
        node.aggCalls(),
        node.namedWindowProperties(),
        windowing,
        AggregateUtil.needRetraction(node));
  }

  static AggregateCall[] calls(Seq<AggregateCall> calls) {
    return toJava(calls).toArray(AggregateCall[]::new);
  }

  static NamedWindowProperty[] properties(Seq<NamedWindowProperty> properties) {
    return toJava(properties).toArray(NamedWindowProperty[]::new);
  }

  /**
   * Why Flink runs these windows; null if Finestra does.
   *
   * @param rows the type of the rows before any aggregation
   */
  static String reasonAgainst(
      StreamPhysicalWindowAggregateBase node,
      WindowingStrategy windowing,
      RelDataType rows,
      ReadableConfig config) {
    if (!(windowing.getWindow() instanceof HoppingWindowSpec hop)) {
      return "Finestra runs only HOP";
    }
    if (!windowing.isRowtime()) {
      return "its windows are in processing time";
    }
    ZoneId zone = new HopWindows(node, windowing).zone(config);
    if (!WindowTimes.isRegular(zone)) {
      return "clocks in %s do not always change by one hour at a whole hour".formatted(zone);
    }
    boolean hasAttachedWindows =
        !(windowing instanceof TimeAttributeWindowingStrategy)
            && !(windowing instanceof SliceAttachedWindowingStrategy);
    if (hasAttachedWindows) {
      return "each input row already belongs to one window";
    }
    long overlap = hop.getSize().toMillis() / hop.getSlide().toMillis();
    if (overlap < config.get(FinestraSql.MIN_OVERLAP)) {
      return "%s windows overlap, fewer than '%s' = %s"
          .formatted(overlap, FinestraSql.MIN_OVERLAP.key(), config.get(FinestraSql.MIN_OVERLAP));
    }
    if (config.get(ExecutionConfigOptions.TABLE_EXEC_ASYNC_STATE_ENABLED)) {
      return "asynchronous state is enabled";
    }
    AggregateInfoList aggregates =
        AggregateUtil.deriveStreamWindowAggregateInfoList(
            ShortcutUtils.unwrapTypeFactory(node),
            FlinkTypeFactory.toLogicalRowType(rows),
            node.aggCalls(),
            AggregateUtil.needRetraction(node),
            hop,
            true);
    if (toJava(node.aggCalls()).stream().anyMatch(HopWindows::isListAgg)) {
      return "LISTAGG depends on the order in which Flink merges slices";
    }
    if (AggregateUtil.needRetraction(node) && !Aggregates.areExpressions(aggregates)) {
      return "a function may not be able to merge accumulators of deleted rows";
    }
    String distinct = DistinctCalls.reasonAgainst(aggregates, AggregateUtil.needRetraction(node));
    return distinct == null ? Aggregates.reasonAgainst(aggregates) : distinct;
  }

  private static boolean isListAgg(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.LISTAGG;
  }

  ZoneId zone(ReadableConfig config) {
    return TimeWindowUtil.getShiftTimeZone(
        windowing.getTimeAttributeType(), TableConfigUtils.getLocalTimeZone(config));
  }

  private AggregateInfoList infos(PlannerBase planner, RowType rows, Seq<AggregateCall> calls) {
    return AggregateUtil.deriveStreamWindowAggregateInfoList(
        planner.getTypeFactory(), rows, calls, hasUpdates, windowing.getWindow(), false);
  }

  /**
   * @param mergedFrom the first field of the accumulators in a row that is merged
   */
  private GeneratedNamespaceAggsHandleFunction<Long> generated(
      PlannerBase planner,
      ReadableConfig config,
      WindowAssigner assigner,
      RowType rows,
      AggregateInfoList infos,
      int mergedFrom) {
    ClassLoader loader = planner.getFlinkContext().getClassLoader();
    List<WindowProperty> columns =
        toJava(properties).stream().map(NamedWindowProperty::getProperty).toList();
    AggsHandlerCodeGenerator generator =
        new AggsHandlerCodeGenerator(
                new CodeGeneratorContext(config, loader),
                planner.createRelBuilder(),
                toScala(rows.getChildren()),
                Aggregates.COPIES_INPUTS)
            .needAccumulate()
            .needMerge(mergedFrom, true, infos.getAccTypes());
    if (hasUpdates) {
      generator.needRetract();
    }
    return generator.generateNamespaceAggsHandler(
        "FinestraWindowAggregates", infos, toScala(columns), assigner, Long.class, zone(config));
  }

  /**
   * The operator.
   *
   * @param rows the type of the rows before any aggregation
   */
  SqlWindowOperator operator(
      PlannerBase planner, ReadableConfig config, WindowAssigner assigner, RowType rows) {
    HoppingWindowSpec hop = (HoppingWindowSpec) windowing.getWindow();
    long slide = hop.getSlide().toMillis();
    long offset = hop.getOffset() == null ? 0 : hop.getOffset().toMillis();
    boolean areSlices = windowing instanceof SliceAttachedWindowingStrategy;
    int field =
        areSlices
            ? ((SliceAttachedWindowingStrategy) windowing).getSliceEnd()
            : ((TimeAttributeWindowingStrategy) windowing).getTimeAttributeIndex();
    AggregateInfoList infos = infos(planner, rows, calls);
    DistinctCalls distinct = new DistinctCalls(infos, rows);
    RowType columns = rows;
    if (!distinct.isEmpty()) {
      columns = distinct.rewrittenRows();
      infos = infos(planner, columns, toScala(distinct.rewritten()));
    }
    var partials = generated(planner, config, assigner, columns, infos, 0);
    // A slice is a row of the key's fields, then of accumulators.
    var inputs =
        areSlices ? generated(planner, config, assigner, columns, infos, keyFields) : partials;
    return new SqlWindowOperator(
        SlidingTimeWindow.of(hop.getSize().toMillis(), slide, offset, false),
        Aggregates.algorithm(config),
        new GeneratedAggregates(
            inputs,
            areSlices,
            partials,
            Aggregates.types(infos),
            Aggregates.areImmutable(infos),
            infos.getIndexOfCountStar(),
            distinct.isEmpty()
                ? null
                : distinct.plan(calls.size(), properties.size(), areSlices, keyFields)),
        new WindowTimes(field, areSlices, zone(config), slide, offset));
  }
}
