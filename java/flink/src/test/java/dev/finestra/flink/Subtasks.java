package dev.finestra.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.SharedStateRegistry;
import org.apache.flink.runtime.state.SharedStateRegistryImpl;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** All subtasks of the operator, and the results that they emit. */
final class Subtasks implements AutoCloseable {
  private final List<Bench<?>> subtasks = new ArrayList<>();

  /** The shared state of incremental checkpoints, which the job manager keeps. */
  private final SharedStateRegistry registry = new SharedStateRegistryImpl();

  private long watermark = Long.MIN_VALUE;

  /** Subtasks that begin without state. */
  Subtasks(OneInputTransformation<Trade, ?> step, String backend, int count) throws Exception {
    this(step, backend, count, null, 0);
  }

  /** Subtasks restored from a checkpoint of another number of subtasks. */
  Subtasks(
      OneInputTransformation<Trade, ?> step,
      String backend,
      int count,
      OperatorSubtaskState state,
      int before)
      throws Exception {
    for (int i = 0; i < count; i++) {
      subtasks.add(new Bench<>(step, backend, count, i, state, before));
    }
  }

  long watermark() {
    return watermark;
  }

  void take(KeyedEvent event) throws Exception {
    if (event.trade() != null) {
      int subtask =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(
              event.trade().symbol, Bench.KEY_GROUPS, subtasks.size());
      subtasks.get(subtask).row(event.trade());
      return;
    }
    watermark = event.watermark();
    for (Bench<?> each : subtasks) {
      each.watermark(watermark);
    }
  }

  /** Takes a checkpoint and completes it; the next incremental one builds on it. */
  OperatorSubtaskState checkpoint(long id) throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (Bench<?> each : subtasks) {
      OperatorSubtaskState state = each.harness().snapshot(id, id);
      state.registerSharedStates(registry, id);
      states.add(state);
    }
    for (Bench<?> each : subtasks) {
      each.harness().notifyOfCompletedCheckpoint(id);
    }
    return AbstractStreamOperatorTestHarness.repackageState(
        states.toArray(OperatorSubtaskState[]::new));
  }

  List<String> out() {
    List<String> out = new ArrayList<>();
    subtasks.forEach(each -> out.addAll(each.out()));
    return out;
  }

  @Override
  public void close() {
    for (Bench<?> each : subtasks) {
      each.close();
    }
    try {
      registry.close();
    } catch (Exception wrong) {
      throw new IllegalStateException("the registry could not be closed", wrong);
    }
  }
}
