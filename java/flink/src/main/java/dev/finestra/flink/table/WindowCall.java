package dev.finestra.flink.table;

import dev.finestra.flink.Emit;
import dev.finestra.flink.TableSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.TableSemantics;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.StaticArgument;
import org.apache.flink.table.types.inference.StaticArgumentTrait;
import org.apache.flink.types.ColumnList;
import org.apache.flink.types.Row;

/** The arguments of a call of {@link FinestraWindow}, and what they ask for. */
final class WindowCall {
  private static final int INPUT = 0;
  private static final int AGGREGATIONS = 1;
  private static final int SIZE = 2;
  private static final int SLIDE = 3;
  private static final int LATENESS = 4;
  private static final int EMIT = 5;
  private static final int ALGORITHM = 6;
  private static final int OFFSET = 7;

  /** Flink's own, behind ours. */
  private static final int ON_TIME = 8;

  /** What Flink adds to a result. */
  private static final String ROWTIME = "rowtime";

  private WindowCall() {}

  /** The arguments by name; the time column is Flink's own argument, {@code on_time}. */
  static StaticArgument[] arguments() {
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
      StaticArgument.scalar("lateness", span, true),
      StaticArgument.scalar("emit", DataTypes.STRING(), true),
      StaticArgument.scalar("algorithm", DataTypes.STRING(), true),
      StaticArgument.scalar("start_offset", span, true)
    };
  }

  /** What the call asks for; refuses what does not fit with a sentence. */
  static TableSpec spec(CallContext call) {
    try {
      String aggregations =
          literal(call, AGGREGATIONS, String.class, "aggregations")
              .orElseThrow(() -> new IllegalArgumentException("aggregations are missing"));
      long size = millis(call, SIZE, "size");
      long slide = millisOrNone(call, SLIDE, "slide");
      if (slide == 0 && !call.isArgumentNull(SLIDE)) {
        throw new IllegalArgumentException(
            "slide is 0; leave it out for a window of each row, or give an interval above zero");
      }
      return TableSpec.of(
          rows(semantics(call).dataType()),
          AggregationList.parse(aggregations),
          columnsBeside(semantics(call)),
          size,
          slide,
          millisOrNone(call, OFFSET, "start_offset"),
          millisOrNone(call, LATENESS, "lateness"),
          emit(literal(call, EMIT, String.class, "emit").orElse("on_watermark")),
          literal(call, ALGORITHM, String.class, "algorithm").orElse("auto"));
    } catch (IllegalArgumentException refused) {
      throw new ValidationException("finestra_window: " + refused.getMessage(), refused);
    }
  }

  /** The type of the time column. */
  static DataType time(CallContext call) {
    TableSemantics table = semantics(call);
    int column = table.timeColumn();
    if (column < 0) {
      // While a call is checked first, Flink has not told the column yet, but its name.
      column =
          call.getArgumentValue(ON_TIME, ColumnList.class)
              .map(named -> named.getNames().get(0))
              .map(name -> DataType.getFieldNames(table.dataType()).indexOf(name))
              .orElse(-1);
    }
    // Without one Flink refuses the call, with its own sentence.
    return column < 0
        ? DataTypes.TIMESTAMP_LTZ(3)
        : DataType.getFieldDataTypes(table.dataType()).get(column);
  }

  /** The columns that Flink puts beside the answers. */
  private static List<String> columnsBeside(TableSemantics table) {
    List<String> names = DataType.getFieldNames(table.dataType());
    List<String> beside = new ArrayList<>(List.of(ROWTIME));
    for (int column : table.partitionByColumns()) {
      beside.add(names.get(column));
    }
    return beside;
  }

  private static TableSemantics semantics(CallContext call) {
    return call.getTableSemantics(INPUT)
        .orElseThrow(() -> new IllegalArgumentException("input is no table; write TABLE t"));
  }

  static RowTypeInfo rows(DataType table) {
    List<TypeInformation<?>> types =
        new ArrayList<>(Answers.types(DataType.getFieldDataTypes(table)));
    return new RowTypeInfo(
        types.toArray(TypeInformation<?>[]::new),
        DataType.getFieldNames(table).toArray(String[]::new));
  }

  private static long millis(CallContext call, int at, String name) {
    return literal(call, at, Duration.class, name)
        .orElseThrow(() -> new IllegalArgumentException(name + " is null"))
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
          name + " must be a literal, since the windows and the result's columns follow from it");
    }
    return value;
  }

  private static Emit emit(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "on_watermark" -> Emit.ON_WATERMARK;
      case "on_event" -> Emit.ON_EVENT;
      case "corrections" ->
          throw new IllegalArgumentException(
              "emit is 'corrections', which makes a changelog, and Flink gives a function that"
                  + " makes one no on_time; take 'on_watermark', which answers once more at a late"
                  + " row, or corrections of Finestra's streams");
      default ->
          throw new IllegalArgumentException(
              "emit is '" + name + "'; it is one of on_watermark and on_event");
    };
  }
}
