package dev.finestra.flink.table;

import dev.finestra.flink.internal.operator.RowKinds;
import dev.finestra.flink.internal.operator.TableWindows;
import dev.finestra.flink.internal.rows.ResultColumn;
import dev.finestra.flink.internal.table.SqlTypes;
import dev.finestra.flink.internal.table.TableWindowSpec;
import dev.finestra.flink.internal.table.WindowCallArguments;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.KeyedEngine;
import dev.finestra.windowing.internal.logic.Change;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.flink.FlinkVersion;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
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

/**
 * {@code finestra_window(input => TABLE t PARTITION BY k, on_time => DESCRIPTOR(ts), aggregations
 * => 'max(price) AS top', size => INTERVAL '1' HOUR, slide => INTERVAL '1' SECOND)}: sliding
 * windows with any overlap; without a slide, one window per row that reaches back from it.
 *
 * <p>Costs: one insert for each row, one range query for each result. A row in order reads and
 * writes the header and one page of its key's state. With the heap backend, Flink copies the whole
 * map of a key at the first access after a snapshot; RocksDB has one entry for each page.
 *
 * <p>If Finestra is installed in the planner, the call runs on the operator of keyed streams, and
 * this class only checks it.
 *
 * <p>Invariants: those of {@link TableWindows}.
 *
 * <p>When user code throws, the job fails. Threading: each task has its own instance.
 */
public final class FinestraWindow extends ProcessTableFunction<RowData>
    implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  /** The checked call; null until it is planned. */
  private final TableWindowSpec<Row> spec;

  private transient TableWindows windows;
  private transient TimeContext<Long> timers;
  private transient Counter late;
  private transient Counter inNoWindow;

  public FinestraWindow() {
    this(null);
  }

  private FinestraWindow(TableWindowSpec<Row> spec) {
    this.spec = spec;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    return new FinestraWindow(WindowCallArguments.ofRows(context.getCallContext()));
  }

  /**
   * Flink before 2.3 does not emit all results of a process table function with timers. A function
   * that runs on the operator is not opened.
   */
  private static void checkVersion() {
    if (FlinkVersion.byCode("2.3").isEmpty()) {
      String reason =
          ("finestra_window without Finestra in the planner needs Flink 2.3 or later; this is Flink"
                  + " %s, which loses results of such a function. LOAD MODULE finestra, or call"
                  + " FinestraSql.install, and leave 'finestra.sql.enabled' on")
              .formatted(FlinkVersion.current());
      throw new SuppressRestartsException(new IllegalStateException(reason));
    }
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory factory) {
    LinkedHashMap<String, StateTypeStrategy> state = new LinkedHashMap<>();
    // No TTL per page: it would remove pages of a window that is still in use.
    state.put(
        "pages",
        StateTypeStrategy.of(
            call ->
                Optional.of(
                    MapView.newMapViewDataType(
                        DataTypes.INT().notNull(), DataTypes.BYTES().notNull())),
            Duration.ZERO));
    return TypeInference.newBuilder()
        .staticArguments(WindowCallArguments.arguments())
        .stateTypeStrategies(state)
        .outputTypeStrategy(FinestraWindow::output)
        .build();
  }

  private static Optional<DataType> output(CallContext call) {
    TableWindowSpec<Row> spec = WindowCallArguments.ofRows(call);
    DataType time =
        WindowCallArguments.time(call)
                .getLogicalType()
                .is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
            ? DataTypes.TIMESTAMP_LTZ(3)
            : DataTypes.TIMESTAMP(3);
    List<DataTypes.Field> fields = new ArrayList<>();
    if (spec.results().hasBounds()) {
      fields.add(DataTypes.FIELD("window_start", time.notNull()));
      fields.add(DataTypes.FIELD("window_end", time.notNull()));
    } else {
      fields.add(DataTypes.FIELD("event_time", time.notNull()));
    }
    for (ResultColumn<?> column : spec.results().columns()) {
      fields.add(DataTypes.FIELD(column.output(), SqlTypes.of(column.type()).nullable()));
    }
    return Optional.of(DataTypes.ROW(fields).notNull().bridgedTo(RowData.class));
  }

  @Override
  public void open(FunctionContext context) {
    checkVersion();
    spec.results().open(context.getUserCodeClassLoader());
    windows = new TableWindows(spec, new Engine());
    late = context.getMetricGroup().counter("numLateRecordsDropped");
    inNoWindow = context.getMetricGroup().counter("rowsInNoWindow");
  }

  /** Adds a row. The other arguments are known since the call was planned. */
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
    timers = context.timeContext(Long.class);
    Long watermark = timers.currentWatermark();
    long passed = watermark == null ? Long.MIN_VALUE : watermark;
    if (!windows.row(input, timers.time(), passed, pages)) {
      late.inc();
    }
  }

  /** Emits the results that are due. */
  public void onTimer(OnTimerContext context, MapView<Integer, byte[]> pages) throws Exception {
    timers = context.timeContext(Long.class);
    windows.fire(timers.time(), pages);
  }

  /** Emits rows, and has timers for the key of the current call. */
  private final class Engine implements KeyedEngine {
    @Override
    public void emit(long start, long end, WindowResult result, Change change, long timestamp) {
      RowData row = spec.results().row(start, end, result);
      row.setRowKind(RowKinds.of(change));
      collect(row);
    }

    @Override
    public void moveTimer(long from, long to) {
      if (from != KeyHeader.NEVER) {
        timers.clearTimer(from);
      }
      if (to != KeyHeader.NEVER) {
        timers.registerOnTime(to);
      }
    }

    @Override
    public void rowInNoWindow() {
      inNoWindow.inc();
    }
  }
}
