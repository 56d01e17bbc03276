package dev.finestra.flink.internal.table;

import dev.finestra.flink.Field;
import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.rows.RowDataFields;
import dev.finestra.flink.table.FinestraWindow;
import dev.finestra.windowing.Emit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.TableSemantics;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.StaticArgument;
import org.apache.flink.table.types.inference.StaticArgumentTrait;
import org.apache.flink.types.ColumnList;
import org.apache.flink.types.Row;

/** Reads the arguments of a call of {@link FinestraWindow}. */
public final class WindowCallArguments {
  private static final int INPUT = 0;
  private static final int AGGREGATIONS = 1;
  private static final int SIZE = 2;
  private static final int SLIDE = 3;
  private static final int LATENESS = 4;
  private static final int EMIT = 5;
  private static final int ALGORITHM = 6;
  private static final int OFFSET = 7;

  /** The index of Flink's own argument, which follows Finestra's. */
  private static final int ON_TIME = 8;

  /** The column that Flink adds to a result. */
  private static final String ROWTIME = "rowtime";

  private WindowCallArguments() {}

  /** Finestra's arguments by name. The time column is Flink's own argument {@code on_time}. */
  public static StaticArgument[] arguments() {
    DataType span = DataTypes.INTERVAL(DataTypes.SECOND(3));
    return new StaticArgument[] {
      StaticArgument.table(
          "input",
          Row.class,
          false,
          EnumSet.of(
              StaticArgumentTrait.TABLE,
              StaticArgumentTrait.SET_SEMANTIC_TABLE,
              StaticArgumentTrait.REQUIRE_ON_TIME)),
      StaticArgument.scalar("aggregations", DataTypes.STRING(), false),
      StaticArgument.scalar("size", span, false),
      StaticArgument.scalar("slide", span, true),
      StaticArgument.scalar("allowed_lateness", span, true),
      StaticArgument.scalar("emit", DataTypes.STRING(), true),
      StaticArgument.scalar("algorithm", DataTypes.STRING(), true),
      StaticArgument.scalar("start_offset", span, true)
    };
  }

  /**
   * The checked call for the process table function.
   *
   * @throws ValidationException if arguments do not fit
   */
  public static TableWindowSpec<Row> ofRows(CallContext call) {
    DataType table = semantics(call).dataType();
    RowTypeInfo rows =
        new RowTypeInfo(
            SqlTypes.types(DataType.getFieldDataTypes(table)).toArray(TypeInformation<?>[]::new),
            DataType.getFieldNames(table).toArray(String[]::new));
    return spec(call, name -> InputFields.of(rows, name), null);
  }

  /**
   * The checked call for an operator.
   *
   * @throws ValidationException if arguments do not fit
   */
  public static TableWindowSpec<RowData> ofRowData(CallContext call) {
    DataType rows = semantics(call).dataType();
    int time = timeField(call);
    return spec(call, name -> RowDataFields.of(rows, name), row -> RowDataFields.time(row, time));
  }

  private static <T> TableWindowSpec<T> spec(
      CallContext call, Function<String, InputFields.Typed<T>> fields, Field<T, Long> time) {
    try {
      String aggregations =
          literal(call, AGGREGATIONS, String.class, "aggregations")
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "aggregations is null; give at least one, such as 'max(price) AS top'"));
      long size = millis(call, SIZE, "size");
      long slide = millisOrNone(call, SLIDE, "slide");
      if (slide == 0 && !call.isArgumentNull(SLIDE)) {
        throw new IllegalArgumentException(
            "slide is 0; leave it out for one window per row, or give a positive interval");
      }
      return TableWindowSpec.of(
          fields,
          time,
          AggregationListParser.parse(aggregations),
          otherColumns(semantics(call)),
          size,
          slide,
          millisOrNone(call, OFFSET, "start_offset"),
          millisOrNone(call, LATENESS, "allowed_lateness"),
          emit(literal(call, EMIT, String.class, "emit").orElse("on_watermark")),
          literal(call, ALGORITHM, String.class, "algorithm").orElse("auto"));
    } catch (IllegalArgumentException rejected) {
      throw new ValidationException("finestra_window: " + rejected.getMessage(), rejected);
    }
  }

  public static DataType time(CallContext call) {
    int field = timeField(call);
    // Flink itself rejects a call without a time column.
    return field < 0
        ? DataTypes.TIMESTAMP_LTZ(3)
        : DataType.getFieldDataTypes(semantics(call).dataType()).get(field);
  }

  private static int timeField(CallContext call) {
    TableSemantics table = semantics(call);
    if (table.timeColumn() >= 0) {
      return table.timeColumn();
    }
    // When Flink first checks a call, it gives the column's name instead of its index.
    return call.getArgumentValue(ON_TIME, ColumnList.class)
        .map(named -> named.getNames().get(0))
        .map(name -> DataType.getFieldNames(table.dataType()).indexOf(name))
        .orElse(-1);
  }

  /** The columns that Flink adds to the results. */
  private static List<String> otherColumns(TableSemantics table) {
    List<String> names = DataType.getFieldNames(table.dataType());
    List<String> others = new ArrayList<>(List.of(ROWTIME));
    for (int column : table.partitionByColumns()) {
      others.add(names.get(column));
    }
    return others;
  }

  private static TableSemantics semantics(CallContext call) {
    return call.getTableSemantics(INPUT)
        .orElseThrow(() -> new IllegalArgumentException("input is not a table; write TABLE t"));
  }

  private static long millis(CallContext call, int at, String name) {
    return literal(call, at, Duration.class, name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    name + " is null; give an interval, such as INTERVAL '1' HOUR"))
        .toMillis();
  }

  private static long millisOrNone(CallContext call, int at, String name) {
    return call.isArgumentNull(at) ? 0 : millis(call, at, name);
  }

  private static <T> Optional<T> literal(CallContext call, int at, Class<T> type, String name) {
    if (call.isArgumentNull(at)) {
      return Optional.empty();
    }
    Optional<T> value = call.getArgumentValue(at, type);
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          name + " is not a literal, but the plan depends on its value; write a literal");
    }
    return value;
  }

  private static Emit emit(String name) {
    Emit emit = OptionChecks.emit(name);
    if (emit == Emit.CORRECTIONS) {
      throw new IllegalArgumentException(
          "emit is 'corrections', which makes a changelog, but Flink allows no changelog from a"
              + " function with on_time; use 'on_watermark', which emits a result again for a late"
              + " row, or corrections in the DataStream API");
    }
    if (emit == Emit.CHANGES) {
      throw new IllegalArgumentException(
          "emit is 'changes', which finestra_window does not support; use 'on_watermark', or changes"
              + " in the DataStream API");
    }
    return emit;
  }
}
