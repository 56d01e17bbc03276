package dev.finestra.flink;

import java.io.IOException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** What tests need and versions of Flink have in different packages. */
final class FlinkLine {
  /**
   * The room of the museum with this line's savepoints, and those with savepoints of older ones.
   */
  static final String MUSEUM = "flink";

  private FlinkLine() {}

  static StateBackend rocksDb(boolean isIncremental) {
    return new EmbeddedRocksDBStateBackend(isIncremental);
  }

  static OperatorSnapshotFinalizer finished(OperatorSnapshotFutures futures) throws Exception {
    return OperatorSnapshotFinalizer.create(futures);
  }

  /** Flink's Task does the same; otherwise its thread would stay. */
  static void closeChannelStateWriter(MockEnvironment environment) throws IOException {
    environment.getChannelStateWriter().close();
  }

  /** The operator reads whether timers are interrupted from the job's configuration. */
  static void configureTimers(AbstractStreamOperatorTestHarness<?> harness, Configuration job) {}
}
