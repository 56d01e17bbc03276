package dev.finestra.flink.internal.state;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.flink.internal.aggregate.Partials;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.host.HeldKeys;
import dev.finestra.windowing.internal.host.KeyBackend;
import dev.finestra.windowing.internal.state.EntryPages;
import dev.finestra.windowing.internal.state.StateEntry;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
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

  /** The headers in memory for each held key, if state is bytes. One needs some 500 bytes. */
  private static final int HEADERS_PER_KEY = 8;

  /** The same if partial results are objects, which may be large. */
  private static final int HEADERS_OF_OBJECTS_PER_KEY = 1;

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

  /**
   * The keys of an operator.
   *
   * @param mayHoldSmall see {@link HeldKeys}
   */
  public static HeldKeys of(
      AbstractStreamOperator<?> operator,
      InternalValueState<Object, Integer, StateEntry> state,
      StateEntrySerializer serializer,
      String algorithm,
      Aggregation<WindowResult> aggregation,
      boolean mayHoldSmall) {
    KeyedStateBackend<Object> backend = operator.getKeyedStateBackend();
    boolean shares = isBatch(operator) || backend instanceof HeapKeyedStateBackend;
    boolean hasObjects = aggregation instanceof ObjectAggregation<?, ?>;
    int mostKeys = limit(operator, KEYS, MOST_KEYS);
    return new HeldKeys(
        new OperatorBackend(operator, backend, backend.getKeySerializer()),
        new FlinkEntryMap(
            state, serializer, shares, isChangelogOverHeap(backend), isBatch(operator)),
        algorithm,
        aggregation,
        isBatch(operator),
        mayHoldSmall,
        mostHeaders(hasObjects, mostKeys),
        mostKeys,
        limit(operator, PAGES, mostPages(shares, hasObjects)));
  }

  /**
   * The format of the restored state if it is not the job's own. Rejects such state if Flink's
   * changelog is enabled: after a failure, its log has entries of both formats.
   */
  public static Partials checkChange(KeyedStateBackend<?> backend, RestoredFormat restored) {
    boolean hasChangelog =
        backend instanceof TestableKeyedStateBackend<?> outer
            && outer.getDelegatedKeyedStateBackend(true) != backend;
    if (restored.before() != null && hasChangelog) {
      throw new IllegalStateException(
          ("The state has %s. With state.changelog.enabled, a job cannot change its aggregations,"
                  + " sizes, algorithm or emission: start the changed job without the changelog, and"
                  + " switch it on with the next savepoint")
              .formatted(restored.before()));
    }
    return restored.before();
  }

  /** The keys in a restored state of entries; in batch mode there is none. */
  public static List<Object> stored(AbstractStreamOperator<?> operator, String state) {
    try (Stream<Object> keys = keys(operator, state)) {
      return keys.toList();
    }
  }

  /** Whether {@link #stored} has keys. */
  public static boolean hasStored(AbstractStreamOperator<?> operator, String state) {
    try (Stream<Object> keys = keys(operator, state)) {
      return keys.findAny().isPresent();
    }
  }

  private static Stream<Object> keys(AbstractStreamOperator<?> operator, String state) {
    return isBatch(operator)
        ? Stream.empty()
        : operator.getKeyedStateBackend().getKeys(state, EntryPages.HEADER);
  }

  /** Whether Flink's changelog is enabled over state on heap. */
  private static boolean isChangelogOverHeap(KeyedStateBackend<?> backend) {
    return !(backend instanceof HeapKeyedStateBackend)
        && backend instanceof TestableKeyedStateBackend<?> outer
        && outer.getDelegatedKeyedStateBackend(true) instanceof HeapKeyedStateBackend;
  }

  private static int mostHeaders(boolean hasObjects, int mostKeys) {
    long each = hasObjects ? HEADERS_OF_OBJECTS_PER_KEY : HEADERS_PER_KEY;
    return (int) Math.min(Integer.MAX_VALUE, each * mostKeys);
  }

  private static int mostPages(boolean shares, boolean hasObjects) {
    if (shares) {
      return MOST_SHARED_PAGES;
    }
    return hasObjects ? MOST_PAGES_OF_OBJECTS : MOST_PAGES;
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
