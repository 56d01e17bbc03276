package dev.finestra.flink;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** What tests need and versions of Flink have in different packages. */
final class FlinkLine {
  /**
   * The room of the museum with this line's savepoints, and those with savepoints of older ones.
   */
  static final String MUSEUM = "flink-1.20";

  private FlinkLine() {}

  static StateBackend rocksDb(boolean isIncremental) {
    return new EmbeddedRocksDBStateBackend(isIncremental);
  }

  static OperatorSnapshotFinalizer finished(OperatorSnapshotFutures futures) throws Exception {
    return new OperatorSnapshotFinalizer(futures);
  }

  /** Here, the environment of the harness has no such writer. */
  static void closeChannelStateWriter(MockEnvironment environment) {}

  /** The operator reads whether timers are interrupted from its own configuration. */
  static void configureTimers(AbstractStreamOperatorTestHarness<?> harness, Configuration job) {
    StreamConfig config = harness.getStreamConfig();
    config.setCheckpointingEnabled(job.contains(CheckpointingOptions.CHECKPOINTING_INTERVAL));
    config.setUnalignedCheckpointsEnabled(job.get(CheckpointingOptions.ENABLE_UNALIGNED));
    config.setUnalignedCheckpointsSplittableTimersEnabled(
        job.get(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS));
  }
}
