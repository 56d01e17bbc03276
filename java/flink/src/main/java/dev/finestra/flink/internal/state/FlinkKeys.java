package dev.finestra.flink.internal.state;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.HeldKey;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyBackend;
import dev.finestra.windowing.internal.state.StateEntry;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.sorted.state.BatchExecutionKeyedStateBackend;

/** Which keys of an operator stay in memory, over Flink's keyed state and within its limits. */
public final class FlinkKeys {
  /** The job's option, or the system property, for the most keys in memory. */
  public static final String KEYS = "finestra.flink.keys";

  /** The job's option, or the system property, for the most pages in memory. */
  public static final String PAGES = "finestra.flink.pages";

  /** The default for keys; each needs some KiB in addition to its pages. */
  private static final int MOST_KEYS = 2048;

  /** The default for pages of words, if state is bytes. */
  private static final int MOST_PAGES = 8192;

  /** The default for pages of objects, if state is bytes. */
  private static final int MOST_PAGES_OF_OBJECTS = 1024;

  /** The default for pages if state is objects, which are in memory anyway. */
  private static final int MOST_SHARED_PAGES = 1 << 16;

  private FlinkKeys() {}

  /** Whether Flink runs an operator in batch mode: a key's timers fire once, after all its rows. */
  public static boolean isBatch(AbstractStreamOperator<?> operator) {
    return operator.getKeyedStateBackend() instanceof BatchExecutionKeyedStateBackend;
  }

  public static HeldKeys of(
      AbstractStreamOperator<?> operator,
      InternalValueState<Object, Integer, StateEntry> state,
      StateEntrySerializer serializer,
      String algorithm,
      Aggregation<WindowResult> aggregation) {
    KeyedStateBackend<Object> backend = operator.getKeyedStateBackend();
    boolean shares = isBatch(operator) || backend instanceof HeapKeyedStateBackend;
    return new HeldKeys(
        new OperatorBackend(operator, backend, backend.getKeySerializer()),
        () -> new HeldKey(new FlinkEntryMap(state, serializer, shares), algorithm, aggregation),
        isBatch(operator),
        limit(operator, KEYS, MOST_KEYS),
        limit(operator, PAGES, mostPages(shares, aggregation)));
  }

  private static int mostPages(boolean shares, Aggregation<WindowResult> aggregation) {
    if (shares) {
      return MOST_SHARED_PAGES;
    }
    return aggregation instanceof ObjectAggregation<?, ?> ? MOST_PAGES_OF_OBJECTS : MOST_PAGES;
  }

  private static int limit(AbstractStreamOperator<?> operator, String name, int usual) {
    int limit =
        operator
            .getContainingTask()
            .getEnvironment()
            .getJobConfiguration()
            .get(ConfigOptions.key(name).intType().defaultValue(Integer.getInteger(name, usual)));
    if (limit < 1) {
      throw new IllegalArgumentException(
          "'" + name + "' is " + limit + "; it must be at least 1 (the default is " + usual + ")");
    }
    return limit;
  }

  private record OperatorBackend(
      AbstractStreamOperator<?> operator,
      KeyedStateBackend<Object> backend,
      TypeSerializer<Object> serializer)
      implements KeyBackend {

    @Override
    public Object currentKey() {
      return backend.getCurrentKey();
    }

    @Override
    public void setCurrentKey(Object key) {
      operator.setCurrentKey(key);
    }

    @Override
    public Object copy(Object key) {
      return serializer.copy(key);
    }
  }
}
