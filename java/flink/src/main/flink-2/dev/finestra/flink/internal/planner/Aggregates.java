package dev.finestra.flink.internal.planner;

import dev.finestra.SlidingWindows;
import dev.finestra.flink.FinestraSql;
import dev.finestra.flink.internal.sql.AccumulatorRowSerializer;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.functions.DeclarativeAggregateFunction;
import org.apache.flink.table.planner.functions.utils.UserDefinedFunctionUtils;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.runtime.types.LogicalTypeDataTypeConverter;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LegacyTypeInformationType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.table.types.utils.DataTypeUtils;

/** The aggregates of a node in a plan. */
final class Aggregates {
  /**
   * Generated code copies inputs into accumulators, because an upstream operator may reuse a row.
   */
  static final boolean COPIES_INPUTS = true;

  private Aggregates() {}

  /**
   * Why Flink runs these aggregates; null if Finestra can.
   *
   * @param aggregates as Flink runs them, with views in state
   */
  static String reasonAgainst(AggregateInfoList aggregates) {
    if (Arrays.stream(aggregates.aggInfos()).anyMatch(each -> each.viewSpecs().length > 0)) {
      return "an aggregate has a list or a map in Flink's state";
    }
    LogicalType[] fields = types(aggregates).toArray(LogicalType[]::new);
    if (!areImmutable(aggregates) && new AccumulatorRowSerializer(fields, false).words() == null) {
      return "a function may change arrays, maps, bytes or raw values of its accumulator in place";
    }
    if (!AggregateUtil.doAllSupportPartialMerge(aggregates.aggInfos())) {
      return "an aggregate function has no method merge";
    }
    return null;
  }

  /**
   * Whether all functions are expressions of Flink's, such as {@code SUM}. Others, such as {@code
   * STDDEV_POP}, ignore accumulators with more deletions than insertions when they merge.
   */
  static boolean areExpressions(AggregateInfoList aggregates) {
    return Arrays.stream(aggregates.aggInfos())
        .allMatch(each -> each.function() instanceof DeclarativeAggregateFunction);
  }

  /** Whether all accumulators are numbers and truth values, which are stored without objects. */
  static boolean areWords(AggregateInfoList aggregates) {
    LogicalType[] fields = types(aggregates).toArray(LogicalType[]::new);
    return AccumulatorRowSerializer.areWords(fields);
  }

  /**
   * Whether no function changes a stored accumulator in place. Flink's expressions build a new row.
   * The accumulator of a user's function is converted to a row and back, which copies all fields
   * but arrays, maps, bytes and raw values.
   */
  static boolean areImmutable(AggregateInfoList aggregates) {
    return Arrays.stream(aggregates.aggInfos())
        .allMatch(
            each ->
                each.function() instanceof DeclarativeAggregateFunction
                    || Arrays.stream(each.externalAccTypes()).allMatch(Aggregates::isConverted));
  }

  /** Whether all users' functions have the method that Flink's {@code OVER} needs. */
  static boolean haveRetract(AggregateInfoList aggregates) {
    return Arrays.stream(aggregates.aggInfos())
        .map(AggregateInfo::function)
        .allMatch(
            each ->
                each instanceof DeclarativeAggregateFunction
                    || UserDefinedFunctionUtils.ifMethodExistInFunction("retract", each));
  }

  private static boolean isConverted(DataType type) {
    return !DataTypeUtils.isInternal(type)
        && !LogicalTypeChecks.hasNested(type.getLogicalType(), Aggregates::isShared);
  }

  /** Types whose values a function may change in place, because Flink does not convert them. */
  private static boolean isShared(LogicalType type) {
    return type.isAnyOf(
            LogicalTypeRoot.RAW,
            LogicalTypeRoot.ARRAY,
            LogicalTypeRoot.MAP,
            LogicalTypeRoot.MULTISET,
            LogicalTypeRoot.BINARY,
            LogicalTypeRoot.VARBINARY)
        || type instanceof LegacyTypeInformationType;
  }

  /** The name of the algorithm that the settings ask for; throws if there is none of that name. */
  static String algorithm(ReadableConfig config) {
    return SlidingWindows.algorithm(config.get(FinestraSql.ALGORITHM)).name();
  }

  /** The types of the accumulators' fields. */
  @SuppressWarnings("deprecation") // Flink's planner has no other way
  static List<LogicalType> types(AggregateInfoList aggregates) {
    return Arrays.stream(aggregates.getAccTypes())
        .map(LogicalTypeDataTypeConverter::fromDataTypeToLogicalType)
        .toList();
  }
}
