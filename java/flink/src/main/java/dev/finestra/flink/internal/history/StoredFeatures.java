package dev.finestra.flink.internal.history;

import java.io.IOException;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/**
 * Reads features from a savepoint or checkpoint: the operator with the windows restores its state,
 * and its input is empty.
 */
public final class StoredFeatures {
  private StoredFeatures() {}

  /**
   * A stream without rows. Its operators have uids of their own: without, Flink could give them the
   * state of operators of the job.
   */
  public static <T> DataStream<T> noRows(DataStream<T> rows, String uid) {
    return rows.getExecutionEnvironment()
        .fromSequence(1, 1)
        .uid(uid + "-no-numbers")
        .flatMap((Long number, Collector<T> out) -> {})
        .returns(rows.getType())
        .uid(uid + "-no-rows")
        .name("finestra no rows");
  }

  /** Rejects an environment that does not start from state with such an operator. */
  public static void check(StreamExecutionEnvironment env, String uid) {
    if (env.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH) {
      throw new IllegalArgumentException(
          "The environment runs in batch mode, which restores no state; set execution.runtime-mode"
              + " to streaming");
    }
    String option = StateRecoveryOptions.SAVEPOINT_PATH.key();
    String path = env.getConfiguration().get(StateRecoveryOptions.SAVEPOINT_PATH);
    if (path == null) {
      throw new IllegalArgumentException(
          option + " is not set; set it to the path of a savepoint or checkpoint");
    }
    try {
      OperatorID windows = SavepointFile.operator(env, uid);
      boolean isThere =
          SavepointFile.read(path).getOperatorStates().stream()
              .anyMatch(each -> each.getOperatorID().equals(windows));
      if (!isThere) {
        throw new IllegalArgumentException(
            "The state at %s has no operator with the uid '%s'; give uid and until as in the job"
                .formatted(path, uid));
      }
    } catch (IOException unread) {
      throw new IllegalArgumentException(
          "The state at %s could not be read: %s".formatted(path, unread.getMessage()), unread);
    }
  }
}
