package dev.finestra.flink.internal.sql;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.flink.internal.aggregate.FunctionWindowInput;
import dev.finestra.flink.internal.aggregate.WindowInput;
import dev.finestra.flink.internal.builder.OptionChecks;
import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.flink.internal.state.StateEntrySerializer;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.NamedSizes;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.state.StateEntry;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.util.StateMigrationException;

/**
 * What the operators of SQL's windows have in common: aggregates in generated code, and a window
 * for each key in the pages of Flink's keyed state.
 *
 * <p>Invariant: whenever a snapshot is taken, all state is in Flink's state; keys that are held in
 * memory are flushed first.
 *
 * <p>When user code throws, the job fails and restarts from its last checkpoint. Threading: only
 * the task's thread calls this class.
 */
public abstract class SqlOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, Triggerable<RowData, VoidNamespace> {
  private static final long serialVersionUID = 1L;

  private final WindowKind kind;
  private final String algorithm;
  private final GeneratedAggregates generated;
  private final String stateName;

  protected transient SqlAggregates aggregates;
  protected transient WindowRequest request;
  protected transient Aggregation<WindowResult> aggregation;
  protected transient HeldKeys keys;
  protected transient InternalTimerService<VoidNamespace> timers;
  protected transient TimestampedCollector<RowData> out;
  protected transient JoinedRowData joined;

  /**
   * @param algorithm its name in the catalog, such as {@code auto}
   * @param stateName the name of a state of Flink's operator, with another serializer: a savepoint
   *     of Flink's operator is then rejected here, and one of this operator there
   */
  SqlOperator(WindowKind kind, String algorithm, GeneratedAggregates generated, String stateName) {
    this.kind = kind;
    this.algorithm = algorithm;
    this.generated = generated;
    this.stateName = stateName;
  }

  @Override
  public void open() throws Exception {
    super.open();
    aggregates = generated.open(getRuntimeContext(), getKeyedStateBackend());
    WindowInput<RowData> input =
        new FunctionWindowInput<>(aggregates, generated.serializer(), null, false);
    aggregation = input.aggregation();
    String resolved = OptionChecks.algorithm(algorithm, aggregation, kind);
    request = new WindowRequest(kind, NamedSizes.NONE, 0, Emit.ON_WATERMARK, resolved, 0);
    StateEntrySerializer serializer = new StateEntrySerializer(input.partials(request));
    // State by key and namespace, as Flink's own windows have it.
    @SuppressWarnings("unchecked")
    InternalValueState<Object, Integer, StateEntry> state =
        (InternalValueState<Object, Integer, StateEntry>)
            getOrCreateKeyedState(
                IntSerializer.INSTANCE, new ValueStateDescriptor<>(stateName, serializer));
    if (serializer.restored().before() != null) {
      throw new StateMigrationException(
          "The state has %s, but the query has %s; set finestra.sql.algorithm as before"
              .formatted(serializer.restored().before(), input.partials(request)));
    }
    keys = FlinkKeys.of(this, state, serializer, resolved, aggregation, true);
    timers = getInternalTimerService("finestra", VoidNamespaceSerializer.INSTANCE, this);
    out = new TimestampedCollector<>(output);
    joined = new JoinedRowData();
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, VoidNamespace> timer) {
    throw new IllegalStateException("A timer in processing time fired; this operator sets none");
  }

  @Override
  public void snapshotState(StateSnapshotContext snapshot) throws Exception {
    keys.flush();
    super.snapshotState(snapshot);
  }

  /**
   * Without interrupts, no row comes between the timers of one watermark, as in Flink's {@code
   * OVER}. For Flink 2.3.
   */
  @SuppressWarnings("MissingOverride") // each version has another one of these methods
  public boolean useInterruptibleTimers(ReadableConfig config) {
    return false;
  }

  /** As {@link #useInterruptibleTimers(ReadableConfig)}, for Flink 2.2. */
  @SuppressWarnings("MissingOverride")
  public boolean useInterruptibleTimers() {
    return false;
  }

  /** As {@link #useInterruptibleTimers(ReadableConfig)}, for Flink 2.1. */
  @SuppressWarnings("MissingOverride")
  public boolean useSplittableTimers() {
    return false;
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (aggregates != null) {
      aggregates.close();
    }
  }
}
