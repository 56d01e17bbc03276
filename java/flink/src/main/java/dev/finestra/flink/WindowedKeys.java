package dev.finestra.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * Windows of a keyed stream: options, then one of the aggregates, which adds an operator.
 *
 * <p>Options that do not fit one another are refused when the operator is added, with a sentence.
 *
 * @param <T> the elements
 * @param <K> the keys
 */
public final class WindowedKeys<T, K> {
  private final KeyedStream<T, K> stream;
  private final String keyName;
  private final Kind kind;
  private long lateness;
  private OutputTag<T> late;
  private Emit emit = Emit.ON_WATERMARK;
  private String algorithm = "auto";
  private long ttl;

  WindowedKeys(KeyedStream<T, K> stream, String keyName, Kind kind) {
    this.stream = stream;
    this.keyName = keyName;
    this.kind = kind;
  }

  /** How long after its end a window still takes late rows, and is answered again at each. */
  public WindowedKeys<T, K> allowedLateness(Duration lateness) {
    return allowedLateness(lateness.toMillis());
  }

  /** {@link #allowedLateness(Duration)} in milliseconds. */
  public WindowedKeys<T, K> allowedLateness(long lateness) {
    if (lateness < 0 || lateness > Kind.MOST_SPAN) {
      throw new IllegalArgumentException(
          "the allowed lateness is " + lateness + "; it must be from 0 to " + Kind.MOST_SPAN);
    }
    this.lateness = lateness;
    return this;
  }

  /** Sends rows that are too late to a side output; else they are counted and left out. */
  public WindowedKeys<T, K> sideOutputLateData(OutputTag<T> tag) {
    this.late = Objects.requireNonNull(tag, "the tag of the side output is null");
    return this;
  }

  /** When results are emitted. */
  public WindowedKeys<T, K> emit(Emit emit) {
    this.emit =
        Objects.requireNonNull(
            emit, "emit is null; it is one of " + Arrays.toString(Emit.values()));
    return this;
  }

  /** The algorithm by name, as {@code b_fiba4}; {@code auto} chooses. */
  public WindowedKeys<T, K> algorithm(String algorithm) {
    this.algorithm = Objects.requireNonNull(algorithm, "the algorithm's name is null, as auto");
    return this;
  }

  /** Forgets a key, with all that is kept of it, when no row of it came for so long. */
  public WindowedKeys<T, K> stateTtl(Duration ttl) {
    this.ttl = Kind.span("the time to live of a key's state", ttl.toMillis());
    return this;
  }

  /**
   * One aggregation by name over fields: rows of the key, the window's start and end (for per-event
   * windows the row's time), and the answer under the aggregation's name.
   *
   * @param fields the names of the fields that the aggregation takes; none for {@code count}
   */
  public SingleOutputStreamOperator<Row> aggregate(String aggregation, String... fields) {
    List<Fields.Typed<T>> typed = new ArrayList<>();
    for (String field : fields) {
      typed.add(Fields.of(stream.getType(), field));
    }
    return rows(List.of(column(outputName(aggregation), aggregation, typed)));
  }

  /** One aggregation by name over what a selector finds in an element. */
  public <V> SingleOutputStreamOperator<Row> aggregate(String aggregation, Field<T, V> field) {
    TypeInformation<V> type =
        TypeExtractor.getUnaryOperatorReturnType(
            field,
            Field.class,
            0,
            1,
            TypeExtractor.NO_INDEX,
            stream.getType(),
            "the selector of a field",
            false);
    return rows(
        List.of(
            column(
                outputName(aggregation),
                aggregation,
                List.of(Fields.typed("the selector's", field, type)))));
  }

  /**
   * Several aggregations in one pass.
   *
   * @param aggregations for each name of an answer, in order, the aggregation and its fields: a
   *     list, as {@code List.of("max", "price")}, or a name alone, as {@code "count"}
   */
  public SingleOutputStreamOperator<Row> aggregate(Map<String, ?> aggregations) {
    List<Column<T>> columns = new ArrayList<>();
    aggregations.forEach((output, what) -> columns.add(column(output, what)));
    return rows(columns);
  }

  /** Any of Flink's aggregate functions whose {@code merge} works. */
  public <A, R> SingleOutputStreamOperator<R> aggregate(AggregateFunction<T, A, R> function) {
    return aggregate(function, accumulators(function), results(function));
  }

  /** An aggregate function, with types that Flink would not find out by itself. */
  public <A, R> SingleOutputStreamOperator<R> aggregate(
      AggregateFunction<T, A, R> function,
      TypeInformation<A> accumulators,
      TypeInformation<R> results) {
    return add(intake(function, accumulators), new ValueResult<K, R>(), results);
  }

  /** An aggregate function whose answers go on to a window function. */
  public <A, V, R> SingleOutputStreamOperator<R> aggregate(
      AggregateFunction<T, A, V> function, ProcessWindowFunction<V, R, K, TimeWindow> process) {
    return aggregate(
        function, process, accumulators(function), emitted(process, results(function)));
  }

  /** An aggregate function whose answers go on to a window function, with types. */
  public <A, V, R> SingleOutputStreamOperator<R> aggregate(
      AggregateFunction<T, A, V> function,
      ProcessWindowFunction<V, R, K, TimeWindow> process,
      TypeInformation<A> accumulators,
      TypeInformation<R> results) {
    return add(
        intake(function, accumulators),
        new ProcessResult<K, V, R>(clean(process), !kind.hasBounds()),
        results);
  }

  /** A reduce function that is associative. */
  public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> function) {
    var elements = stream.getType().createSerializer(config());
    return aggregate(
        new ReduceAsAggregate<>(clean(function), elements), stream.getType(), stream.getType());
  }

  /** A reduce function that is associative, whose answers go on to a window function. */
  public <R> SingleOutputStreamOperator<R> reduce(
      ReduceFunction<T> function, ProcessWindowFunction<T, R, K, TimeWindow> process) {
    var elements = stream.getType().createSerializer(config());
    return aggregate(
        new ReduceAsAggregate<>(clean(function), elements),
        process,
        stream.getType(),
        emitted(process, stream.getType()));
  }

  private Column<T> column(String output, Object what) {
    List<?> parts = what instanceof List<?> list ? list : List.of(what);
    List<Fields.Typed<T>> fields = new ArrayList<>();
    for (Object field : parts.subList(Math.min(1, parts.size()), parts.size())) {
      fields.add(Fields.of(stream.getType(), String.valueOf(field)));
    }
    if (parts.isEmpty() || !(parts.get(0) instanceof String name)) {
      throw new IllegalArgumentException(
          "what '"
              + output
              + "' is to be is "
              + what
              + "; name an aggregation and its fields, as List.of(\"max\", \"price\")");
    }
    return column(output, name, fields);
  }

  private static <T> Column<T> column(
      String output, String aggregation, List<Fields.Typed<T>> fields) {
    return new Column<>(output, Choice.of(aggregation, fields), fields);
  }

  /** The name of an answer that has none of its own: the aggregation's without parameters. */
  private static String outputName(String aggregation) {
    int bracket = aggregation.indexOf('(');
    return (bracket < 0 ? aggregation : aggregation.substring(0, bracket)).strip();
  }

  private SingleOutputStreamOperator<Row> rows(List<Column<T>> columns) {
    int times = kind.hasBounds() ? 2 : kind instanceof LastWindow ? 1 : 0;
    return add(
        new NamedIntake<>(columns),
        new RowResult<K>(times),
        RowTypes.of(keyName, stream.getKeyType(), times, columns));
  }

  private <R> SingleOutputStreamOperator<R> add(
      Intake<T> intake, Result<K, R> result, TypeInformation<R> type) {
    String fitting = Fit.algorithm(algorithm, intake.aggregation(), kind);
    Plan<T> plan = new Plan<>(kind, lateness, late, emit, fitting, ttl);
    Fit.check(plan, type);
    return stream.transform(
        "finestra " + kind.described(), type, new WindowOperator<>(plan, intake, result));
  }

  private org.apache.flink.api.common.serialization.SerializerConfig config() {
    return stream.getExecutionEnvironment().getConfig().getSerializerConfig();
  }

  private <F> F clean(F function) {
    return stream.getExecutionEnvironment().clean(function);
  }

  private <A> Intake<T> intake(AggregateFunction<T, A, ?> function, TypeInformation<A> type) {
    Objects.requireNonNull(function, "the aggregate function is null");
    if (function instanceof RichFunction) {
      throw new UnsupportedOperationException(
          "an aggregate function cannot be a RichFunction, here as in Flink's own windows");
    }
    return new FunctionIntake<>(clean(function), type.createSerializer(config()));
  }

  private <A> TypeInformation<A> accumulators(AggregateFunction<T, A, ?> function) {
    return TypeExtractor.getAggregateFunctionAccumulatorType(
        function, stream.getType(), null, false);
  }

  private <R> TypeInformation<R> results(AggregateFunction<T, ?, R> function) {
    return TypeExtractor.getAggregateFunctionReturnType(function, stream.getType(), null, false);
  }

  private <V, R> TypeInformation<R> emitted(
      ProcessWindowFunction<V, R, K, TimeWindow> process, TypeInformation<V> values) {
    return TypeExtractor.getUnaryOperatorReturnType(
        process, ProcessWindowFunction.class, 0, 1, TypeExtractor.NO_INDEX, values, null, false);
  }
}
