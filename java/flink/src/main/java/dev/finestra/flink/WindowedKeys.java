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
  private final Spans spans;
  private long lateness;
  private OutputTag<T> late;
  private Emit emit = Emit.ON_WATERMARK;
  private String algorithm = "auto";
  private long ttl;
  private List<T> samples = List.of();
  private boolean isWatched = true;

  WindowedKeys(KeyedStream<T, K> stream, String keyName, Kind kind, Spans spans) {
    this.stream = stream;
    this.keyName = keyName;
    this.kind = kind;
    this.spans = spans;
  }

  /** How long after its end a window still takes late rows, and is answered again at each. */
  public WindowedKeys<T, K> allowedLateness(Duration lateness) {
    return allowedLateness(Kind.millis(lateness));
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
    this.ttl = Kind.span("the time to live of a key's state", Kind.millis(ttl));
    return this;
  }

  /**
   * Some elements to check the laws on when the aggregate is added: that a function's {@code merge}
   * is associative and agrees with its {@code add}, up to the rounding of floating-point numbers.
   */
  public WindowedKeys<T, K> samples(List<? extends T> samples) {
    this.samples = List.copyOf(samples);
    return this;
  }

  /**
   * Whether each task checks the laws of a function on its first rows, a few of each of a few keys,
   * and fails the job with a sentence where one does not hold. It does so unless told otherwise:
   * for a function that answers otherwise at each call.
   */
  public WindowedKeys<T, K> checkLaws(boolean isWatched) {
    this.isWatched = isWatched;
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
   * @param aggregations for each name of an answer the aggregation and its fields: a list, as
   *     {@code List.of("max", "price")}, or a name alone, as {@code "count"}; in the order of a
   *     {@code LinkedHashMap} or {@code SortedMap}, and of other maps by name
   */
  public SingleOutputStreamOperator<Row> aggregate(Map<String, ?> aggregations) {
    List<Column<T>> columns = new ArrayList<>();
    Ordered.of(aggregations).forEach((output, what) -> columns.add(column(output, what)));
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
    return aggregate(reducing(function), stream.getType(), stream.getType());
  }

  /** A reduce function that is associative, whose answers go on to a window function. */
  public <R> SingleOutputStreamOperator<R> reduce(
      ReduceFunction<T> function, ProcessWindowFunction<T, R, K, TimeWindow> process) {
    return aggregate(
        reducing(function), process, stream.getType(), emitted(process, stream.getType()));
  }

  private ReduceAsAggregate<T> reducing(ReduceFunction<T> function) {
    Objects.requireNonNull(function, "the reduce function is null");
    if (function instanceof RichFunction) {
      throw new UnsupportedOperationException(
          "a reduce function cannot be a RichFunction, here as in Flink's own windows");
    }
    return new ReduceAsAggregate<>(clean(function), stream.getType().createSerializer(config()));
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
    List<String> times =
        kind instanceof LastWindow
            ? List.of("time")
            : spans.areSeveral()
                ? List.of("window_end")
                : kind.hasBounds() ? List.of("window_start", "window_end") : List.of();
    return add(
        new NamedIntake<>(columns),
        new RowResult<K>(times.size()),
        RowTypes.of(keyName, stream.getKeyType(), times, columns, spans.names()));
  }

  private <R> SingleOutputStreamOperator<R> add(
      Intake<T> intake, Result<K, R> result, TypeInformation<R> type) {
    String fitting = Fit.algorithm(algorithm, intake.aggregation(), kind);
    Plan<T> plan = new Plan<>(kind, spans, lateness, late, emit, fitting, ttl);
    Fit.check(plan, result);
    check(intake);
    return stream.transform(
        "finestra " + kind.described(), type, new WindowOperator<>(plan, intake, result));
  }

  private void check(Intake<T> intake) {
    try {
      intake.check(samples);
    } catch (RuntimeException refused) {
      throw refused;
    } catch (Exception unread) {
      throw new IllegalArgumentException("a sample could not be read: " + unread, unread);
    }
  }

  private org.apache.flink.api.common.serialization.SerializerConfig config() {
    return stream.getExecutionEnvironment().getConfig().getSerializerConfig();
  }

  private <F> F clean(F function) {
    return stream.getExecutionEnvironment().clean(function);
  }

  private <A> Intake<T> intake(AggregateFunction<T, A, ?> function, TypeInformation<A> type) {
    Objects.requireNonNull(function, "the aggregate function is null");
    if (spans.areSeveral()) {
      throw new UnsupportedOperationException(
          "several windows at once are answered by name, as aggregate(\"max\", \"price\"); a"
              + " function answers one window");
    }
    if (function instanceof RichFunction) {
      throw new UnsupportedOperationException(
          "an aggregate function cannot be a RichFunction, here as in Flink's own windows");
    }
    return new FunctionIntake<>(
        clean(function),
        type.createSerializer(config()),
        stream.getType().createSerializer(config()),
        isWatched);
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
