package dev.finestra.flink.table;

import dev.finestra.flink.TableSpec;
import dev.finestra.flink.TableWindows;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ProcessTableFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.StateTypeStrategy;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * {@code finestra_window(input => TABLE t PARTITION BY k, on_time => DESCRIPTOR(ts), aggregations
 * => 'max(price) AS top', size => INTERVAL '1' HOUR, slide => INTERVAL '1' SECOND)}: sliding
 * windows whatever their overlap, or without a slide each row's own last size.
 *
 * <p>Costs: an insert for each row, a range query for each result; a row in order reads and writes
 * the header and one page of its key's state. On heap Flink copies a key's whole map at the first
 * access after a snapshot; RocksDB has an entry for each page.
 *
 * <p>Invariants: those of {@link TableWindows}.
 *
 * <p>When user code throws, so does the job. Threading: each task has its own.
 */
public final class FinestraWindow extends ProcessTableFunction<Row> implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  /** What the call asks for; null until it is known. */
  private final TableSpec spec;

  private final boolean isInstant;
  private transient TableWindows windows;
  private transient Counter late;
  private transient Counter between;

  public FinestraWindow() {
    this(null, true);
  }

  private FinestraWindow(TableSpec spec, boolean isInstant) {
    this.spec = spec;
    this.isInstant = isInstant;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    CallContext call = context.getCallContext();
    return new FinestraWindow(WindowCall.spec(call), isInstant(WindowCall.time(call)));
  }

  private static boolean isInstant(DataType time) {
    return time.getLogicalType().is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory factory) {
    LinkedHashMap<String, StateTypeStrategy> state = new LinkedHashMap<>();
    // No time to live for each page: it would take pages from under a living window.
    state.put(
        "pages",
        StateTypeStrategy.of(
            call ->
                Optional.of(
                    MapView.newMapViewDataType(
                        DataTypes.INT().notNull(), DataTypes.BYTES().notNull())),
            Duration.ZERO));
    return TypeInference.newBuilder()
        .staticArguments(WindowCall.arguments())
        .stateTypeStrategies(state)
        .outputTypeStrategy(FinestraWindow::output)
        .build();
  }

  private static Optional<DataType> output(CallContext call) {
    TableSpec spec = WindowCall.spec(call);
    DataType time =
        isInstant(WindowCall.time(call)) ? DataTypes.TIMESTAMP_LTZ(3) : DataTypes.TIMESTAMP(3);
    List<DataTypes.Field> fields = new ArrayList<>();
    if (spec.hasBounds()) {
      fields.add(DataTypes.FIELD("window_start", time.notNull()));
      fields.add(DataTypes.FIELD("window_end", time.notNull()));
    } else {
      fields.add(DataTypes.FIELD("event_time", time.notNull()));
    }
    for (int i = 0; i < spec.names().size(); i++) {
      fields.add(DataTypes.FIELD(spec.names().get(i), Answers.of(spec.types().get(i)).nullable()));
    }
    return Optional.of(DataTypes.ROW(fields).notNull());
  }

  @Override
  public void open(FunctionContext context) {
    windows = new TableWindows(spec);
    late = context.getMetricGroup().counter("numLateRecordsDropped");
    between = context.getMetricGroup().counter("rowsInNoWindow");
  }

  /** Takes a row. The arguments but for the row are known from the plan. */
  public void eval(
      Context context,
      MapView<Integer, byte[]> pages,
      Row input,
      String aggregations,
      Duration size,
      Duration slide,
      Duration lateness,
      String emit,
      String algorithm,
      Duration startOffset)
      throws Exception {
    TimeContext<Long> time = context.timeContext(Long.class);
    Long watermark = time.currentWatermark();
    long passed = watermark == null ? Long.MIN_VALUE : watermark;
    if (!windows.row(input, time.time(), passed, new Stored(pages), new Emitted(time))) {
      late.inc();
    }
  }

  /** Answers what is due. */
  public void onTimer(OnTimerContext context, MapView<Integer, byte[]> pages) throws Exception {
    TimeContext<Long> time = context.timeContext(Long.class);
    windows.ring(time.time(), new Stored(pages), new Emitted(time));
  }

  private Object time(long millis) {
    Instant instant = Instant.ofEpochMilli(millis);
    return isInstant ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private final class Emitted implements TableWindows.Out {
    private final TimeContext<Long> timers;

    Emitted(TimeContext<Long> timers) {
      this.timers = timers;
    }

    @Override
    public void emit(long start, long end, Object[] answers, RowKind kind) {
      int times = spec.hasBounds() ? 2 : 1;
      Row row = new Row(kind, times + answers.length);
      if (times == 2) {
        row.setField(0, time(start));
      }
      row.setField(times - 1, time(end));
      for (int i = 0; i < answers.length; i++) {
        row.setField(times + i, answers[i]);
      }
      collect(row);
    }

    @Override
    public void ring(long at, long instead) {
      if (instead != TableWindows.NEVER) {
        timers.clearTimer(instead);
      }
      if (at != TableWindows.NEVER) {
        timers.registerOnTime(at);
      }
    }

    @Override
    public void between() {
      between.inc();
    }
  }

  private record Stored(MapView<Integer, byte[]> map) implements TableWindows.Pages {
    @Override
    public byte[] get(int id) throws Exception {
      return map.get(id);
    }

    @Override
    public void put(int id, byte[] page) throws Exception {
      map.put(id, page);
    }

    @Override
    public void remove(int id) throws Exception {
      map.remove(id);
    }
  }
}
