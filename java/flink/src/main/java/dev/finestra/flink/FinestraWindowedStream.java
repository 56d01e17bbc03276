package dev.finestra.flink;

import dev.finestra.flink.internal.aggregate.FunctionWindowInput;
import dev.finestra.flink.internal.aggregate.NamedWindowInput;
import dev.finestra.flink.internal.aggregate.ReduceAsAggregate;
import dev.finestra.flink.internal.aggregate.ResultEmitter;
import dev.finestra.flink.internal.aggregate.RowEmitter;
import dev.finestra.flink.internal.aggregate.WindowFunctionEmitter;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.builder.StableOrder;
import dev.finestra.flink.internal.operator.ChangelogOptions;
import dev.finestra.flink.internal.operator.StateReading;
import dev.finestra.flink.internal.operator.WindowOperator;
import dev.finestra.flink.internal.rows.InputFields;
import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.flink.internal.rows.ResultTypes;
import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.flink.internal.twophase.TwoPhase;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.WindowRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * Windows of a keyed stream: set options, then call {@code aggregate} or {@code reduce}, which adds
 * the operator to the job.
 *
 * <p>Options that do not fit one another are rejected when the operator is added.
 *
 * @param <T> the elements
 * @param <K> the keys
 */
public final class FinestraWindowedStream<T, K> {
  private final KeyedStream<T, K> stream;
  private final List<String> keyNames;
  private final WindowKind kind;
  private final NamedSizes sizes;
  private long lateness;
  private OutputTag<T> late;
  private Emit emit = Emit.ON_WATERMARK;
  private long rate = 1;
  private long start = Long.MIN_VALUE;
  private String algorithm = "auto";
  private long ttl;
  private List<T> samples = List.of();
  private boolean checksLaws = true;
  private boolean isTwoPhase;
  private boolean acceptsChanges;
  private boolean failOnUnknownRow;
  private TimeField<T> timeField;
  private StateReading reading;

  FinestraWindowedStream(
      KeyedStream<T, K> stream, List<String> keyNames, WindowKind kind, NamedSizes sizes) {
    this.stream = stream;
    this.keyNames = keyNames;
    this.kind = kind;
    this.sizes = sizes;
  }

  /** How long after its end a window accepts late rows; each one emits its result again. */
  public FinestraWindowedStream<T, K> allowedLateness(Duration lateness) {
    return allowedLateness(WindowKind.millis(lateness));
  }

  /** {@link #allowedLateness(Duration)} in milliseconds. */
  public FinestraWindowedStream<T, K> allowedLateness(long lateness) {
    OptionChecks.checkLateness(lateness);
    this.lateness = lateness;
    return this;
  }

  /** Sends rows that are too late to a side output; otherwise they are counted and dropped. */
  public FinestraWindowedStream<T, K> sideOutputLateData(OutputTag<T> tag) {
    this.late = Objects.requireNonNull(tag, "The tag of the side output is null.");
    return this;
  }

  /** When results are emitted. */
  public FinestraWindowedStream<T, K> emit(Emit emit) {
    this.emit =
        Objects.requireNonNull(emit, "emit is null; use one of " + Arrays.toString(Emit.values()));
    return this;
  }

  /**
   * With {@link Emit#CHANGES}, a key has at most one result for each interval of this length, the
   * newest: its time is the end of the interval. Corrections by late rows come in addition. The
   * default is a millisecond.
   */
  public FinestraWindowedStream<T, K> rate(Duration rate) {
    this.rate = WindowKind.span("The rate", WindowKind.millis(rate));
    return this;
  }

  /** The algorithm's name in the catalog, such as {@code b_fiba4}; the default is {@code auto}. */
  public FinestraWindowedStream<T, K> algorithm(String algorithm) {
    this.algorithm =
        Objects.requireNonNull(algorithm, "The algorithm's name is null; auto is the default.");
    return this;
  }

  /** Removes all state of a key that has had no row for this time. */
  public FinestraWindowedStream<T, K> stateTtl(Duration ttl) {
    this.ttl = WindowKind.span("The time to live of a key's state", WindowKind.millis(ttl));
    return this;
  }

  /**
   * Elements on which an aggregate function is checked when the operator is added: its {@code
   * merge} must be associative and agree with its {@code add}, up to rounding of floating-point
   * numbers.
   */
  public FinestraWindowedStream<T, K> samples(List<? extends T> samples) {
    this.samples = List.copyOf(samples);
    return this;
  }

  /**
   * Whether each task checks an aggregate function on its first rows, as {@link #samples} does, and
   * fails the job if the check fails. True by default; turn it off for a function whose result
   * differs from call to call.
   */
  public FinestraWindowedStream<T, K> checkLaws(boolean checksLaws) {
    this.checksLaws = checksLaws;
    return this;
  }

  /**
   * Combines rows of frequent keys before the shuffle, pane by pane. Use it if one task has most of
   * the rows because a few keys do. Results are the same up to rounding. Rows from different tasks
   * may be combined in another order, as Flink may also deliver them in any order.
   *
   * <p>Needs sliding or tumbling windows in event time, the emission {@link Emit#ON_WATERMARK}, no
   * {@link #stateTtl}, and commutative aggregations. An {@code AggregateFunction} or {@code
   * ReduceFunction} is accepted, too. In batch mode it has no effect.
   */
  public FinestraWindowedStream<T, K> twoPhase() {
    this.isTwoPhase = true;
    return this;
  }

  /**
   * Accepts rows that update and delete earlier ones, such as those of {@code toChangelogStream}. A
   * row of kind −U or −D removes the row with the same fields and timestamp. So each +U must follow
   * the −U of the old row, and the fields must have {@code equals}. All aggregations can be used. A
   * change of a row whose windows are over is treated like a late row.
   *
   * <p>Needs elements of type {@link Row}, and sliding or tumbling windows in event time. With
   * {@link #allowedLateness}, it needs {@link Emit#CORRECTIONS}, which also retracts results. Not
   * supported in batch mode, where Flink may change the order of changes.
   *
   * <p>Costs: state has all rows of the windows, besides the partial results. A removal reads the
   * rows of its pane, that is of one slide, and aggregates those that are left again.
   */
  public FinestraWindowedStream<T, K> acceptChanges() {
    this.acceptsChanges = true;
    return this;
  }

  /**
   * Fails the job if a change deletes a row that no open window has. By default such changes are
   * counted in the metric {@code unknownRows} and ignored; the first one is logged with its fields.
   * Before the first watermark, also after a restore, they are always ignored.
   */
  public FinestraWindowedStream<T, K> failOnUnknownRow() {
    this.failOnUnknownRow = true;
    return this;
  }

  /**
   * Computes features, as {@code finestra.features} in Python declares them: the event time is read
   * from this field. Times of results have the field's type, and those of per-event windows its
   * name. Without inputs, {@code sum} is null, as in SQL.
   *
   * @param start no result of {@link Emit#CHANGES} is before this time
   */
  FinestraWindowedStream<T, K> asFeatures(String timeField, long start) {
    this.timeField = TimeField.of(stream.getType(), timeField);
    this.start = start;
    return this;
  }

  /** Emits, when the stream ends, the results in the state that the job is started from. */
  FinestraWindowedStream<T, K> readState(StateReading reading) {
    this.reading = reading;
    return this;
  }

  /**
   * One aggregation by name, over fields. A result row has the key; the window's start and end, or
   * the row's time for per-event windows, or neither for count windows; and the result, under the
   * aggregation's name.
   *
   * @param fields the names of the fields to aggregate; none for {@code count}
   */
  public SingleOutputStreamOperator<Row> aggregate(String aggregation, String... fields) {
    List<InputFields.Typed<T>> typed = new ArrayList<>();
    for (String field : fields) {
      typed.add(InputFields.of(stream.getType(), field));
    }
    return rows(List.of(ResultColumn.of(ResultColumn.outputName(aggregation), aggregation, typed)));
  }

  /** One aggregation by name, over the value that a selector reads from an element. */
  public <V> SingleOutputStreamOperator<Row> aggregate(String aggregation, Field<T, V> field) {
    TypeInformation<V> type =
        TypeExtractor.getUnaryOperatorReturnType(
            field,
            Field.class,
            0,
            1,
            TypeExtractor.NO_INDEX,
            stream.getType(),
            "field selector",
            false);
    return rows(
        List.of(
            ResultColumn.of(
                ResultColumn.outputName(aggregation),
                aggregation,
                List.of(
                    InputFields.typed("the selector's", "the selector's field", field, type)))));
  }

  /**
   * Several aggregations in one pass.
   *
   * @param aggregations for each result field an aggregation and its input fields, such as {@code
   *     List.of("max", "price")}, or a name alone, such as {@code "count"}. Their order is that of
   *     a {@code LinkedHashMap} or {@code SortedMap}; other maps are sorted by name
   */
  public SingleOutputStreamOperator<Row> aggregate(Map<String, ?> aggregations) {
    List<ResultColumn<T>> columns = new ArrayList<>();
    StableOrder.of(aggregations)
        .forEach((output, what) -> columns.add(ResultColumn.of(stream.getType(), output, what)));
    return rows(columns);
  }

  /** One of Flink's aggregate functions. It must implement {@code merge}. */
  public <A, R> SingleOutputStreamOperator<R> aggregate(AggregateFunction<T, A, R> function) {
    return aggregate(function, accumulators(function), results(function));
  }

  /** An aggregate function, with types that Flink cannot extract by itself. */
  public <A, R> SingleOutputStreamOperator<R> aggregate(
      AggregateFunction<T, A, R> function,
      TypeInformation<A> accumulators,
      TypeInformation<R> results) {
    return add(input(function, accumulators), ResultEmitter.ofValues(), results);
  }

  /** An aggregate function whose results go to a window function. */
  public <A, V, R> SingleOutputStreamOperator<R> aggregate(
      AggregateFunction<T, A, V> function, ProcessWindowFunction<V, R, K, TimeWindow> process) {
    return aggregate(
        function, process, accumulators(function), emitted(process, results(function)));
  }

  /** An aggregate function whose results go to a window function, with types. */
  public <A, V, R> SingleOutputStreamOperator<R> aggregate(
      AggregateFunction<T, A, V> function,
      ProcessWindowFunction<V, R, K, TimeWindow> process,
      TypeInformation<A> accumulators,
      TypeInformation<R> results) {
    return add(
        input(function, accumulators),
        new WindowFunctionEmitter<K, V, R>(clean(process), !kind.hasBounds()),
        results);
  }

  /** A reduce function. It must be associative. */
  public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> function) {
    return aggregate(reducing(function), stream.getType(), stream.getType());
  }

  /** A reduce function whose results go to a window function. It must be associative. */
  public <R> SingleOutputStreamOperator<R> reduce(
      ReduceFunction<T> function, ProcessWindowFunction<T, R, K, TimeWindow> process) {
    return aggregate(
        reducing(function), process, stream.getType(), emitted(process, stream.getType()));
  }

  private ReduceAsAggregate<T> reducing(ReduceFunction<T> function) {
    Objects.requireNonNull(function, "The reduce function is null.");
    if (function instanceof RichFunction) {
      throw new UnsupportedOperationException(
          "A reduce function over windows cannot be a RichFunction, here as in Flink; use a plain"
              + " ReduceFunction");
    }
    return new ReduceAsAggregate<>(clean(function), stream.getType().createSerializer(config()));
  }

  private SingleOutputStreamOperator<Row> rows(List<ResultColumn<T>> columns) {
    List<String> times =
        kind instanceof LastWindow
            ? List.of(timeField == null ? "time" : timeField.name())
            : sizes.areSeveral()
                ? List.of("window_end")
                : kind.hasBounds() ? List.of("window_start", "window_end") : List.of();
    return add(
        timeField == null
            ? new NamedWindowInput<>(columns)
            : NamedWindowInput.ofFeatures(columns, timeField),
        new RowEmitter<K>(keyNames.size(), times.size(), timeField, columns),
        ResultTypes.of(
            keyNames,
            stream.getKeyType(),
            times,
            timeField == null ? Types.LONG : timeField.type(),
            columns,
            sizes.names()));
  }

  private <R> SingleOutputStreamOperator<R> add(
      WindowInput<T> input, ResultEmitter<K, R> result, TypeInformation<R> type) {
    String resolved = OptionChecks.algorithm(algorithm, input.aggregation(), kind);
    WindowRequest request =
        new WindowRequest(kind, sizes, lateness, emit, resolved, ttl, rate, start);
    OptionChecks.check(request, late != null, result);
    check(input);
    if (acceptsChanges) {
      OptionChecks.checkAcceptedChanges(request, stream.getType(), isTwoPhase);
    } else {
      OptionChecks.checkNoChanges(failOnUnknownRow);
    }
    if (isTwoPhase) {
      OptionChecks.checkTwoPhase(request, input.aggregation());
      return TwoPhase.add(stream, request, input, late, result, type);
    }
    ChangelogOptions<T> changes = null;
    if (acceptsChanges) {
      changes =
          new ChangelogOptions<>(stream.getType().createSerializer(config()), failOnUnknownRow);
    }
    WindowOperator<K, T, R> windows = new WindowOperator<>(request, input, late, changes, result);
    if (reading != null) {
      windows.read(reading);
    }
    return stream.transform("finestra " + kind.described(), type, windows);
  }

  private void check(WindowInput<T> input) {
    try {
      input.check(samples);
    } catch (RuntimeException rejected) {
      throw rejected;
    } catch (Exception unread) {
      throw new IllegalArgumentException(
          "A field of a sample could not be read: "
              + unread
              + "; give samples that the fields and selectors can read",
          unread);
    }
  }

  private SerializerConfig config() {
    return stream.getExecutionEnvironment().getConfig().getSerializerConfig();
  }

  private <F> F clean(F function) {
    return stream.getExecutionEnvironment().clean(function);
  }

  private <A> WindowInput<T> input(AggregateFunction<T, A, ?> function, TypeInformation<A> type) {
    Objects.requireNonNull(function, "The aggregate function is null.");
    if (sizes.areSeveral()) {
      throw new UnsupportedOperationException(
          "An aggregate function is not supported with several windows; aggregate by name, such as"
              + " aggregate(\"max\", \"price\"), or add one operator for each window");
    }
    if (function instanceof RichFunction) {
      throw new UnsupportedOperationException(
          "An aggregate function over windows cannot be a RichFunction, here as in Flink; use a"
              + " plain AggregateFunction");
    }
    return new FunctionWindowInput<>(
        clean(function),
        type.createSerializer(config()),
        stream.getType().createSerializer(config()),
        checksLaws);
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
