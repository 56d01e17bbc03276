package dev.finestra.flink.internal.history;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;
import org.apache.flink.types.Row;

/**
 * Writes a savepoint with the state of a history, from which a job with the same windows starts.
 *
 * <p>It runs a job whose windows read only the history, takes a savepoint when all is read, and
 * cancels the job. The watermark stays two milliseconds before the end of the history, so that the
 * results of the last one and of the end are left to the job that starts from it.
 *
 * <p>Flink writes the file {@code _metadata} of a savepoint last, so no job starts from one that is
 * not complete. Then all other operators are removed from that file, because Flink rejects the
 * state of a source that has ended if the job that starts has the same one.
 */
public final class SavepointWriter {
  private static final int PAUSE_MS = 100;

  private SavepointWriter() {}

  /** A stream without rows, in place of the job's own. */
  public static <T> DataStream<T> noRows(DataStream<T> history, long until) {
    StreamExecutionEnvironment env = history.getExecutionEnvironment();
    if (env.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH) {
      throw new IllegalArgumentException(
          "The environment runs in batch mode, which has no savepoints; set execution.runtime-mode"
              + " to streaming");
    }
    return env.fromSource(
            new EndlessSource<T>(lastWatermark(until)),
            WatermarkStrategy.noWatermarks(),
            "finestra end of history",
            history.getType())
        .setParallelism(1);
  }

  /**
   * Runs the job and writes the savepoint.
   *
   * @param results the results of the windows, which are dropped
   * @param until the end of the history
   * @param uid the uid of the operator with the windows
   * @return the path of the savepoint
   */
  public static String write(
      SingleOutputStreamOperator<Row> results,
      long until,
      String uid,
      String directory,
      SavepointFormatType format)
      throws Exception {
    SingleOutputStreamOperator<Row> loaded =
        results.transform(
            "finestra history", results.getType(), new HistoryLoaded<>(lastWatermark(until)));
    loaded.sinkTo(new DiscardingSink<>());
    int tasks = loaded.getParallelism();
    StreamExecutionEnvironment env = results.getExecutionEnvironment();
    OperatorID windows = operator(env.getStreamGraph(false), uid);
    JobClient job = env.executeAsync("finestra history");
    try {
      waitForTasks(job, tasks);
      String savepoint = job.triggerSavepoint(directory, format).get();
      keepOnly(windows, savepoint);
      return savepoint;
    } finally {
      cancel(job);
    }
  }

  private static OperatorID operator(StreamGraph graph, String uid) {
    Map<Integer, byte[]> ids =
        new StreamGraphHasherV2().traverseStreamGraphAndGenerateHashes(graph);
    return graph.getStreamNodes().stream()
        .filter(node -> uid.equals(node.getTransformationUID()))
        .map(node -> new OperatorID(ids.get(node.getId())))
        .findFirst()
        .orElseThrow();
  }

  private static void keepOnly(OperatorID kept, String savepoint) throws IOException {
    Path path = new Path(savepoint, AbstractFsCheckpointStorageAccess.METADATA_FILE_NAME);
    FileSystem files = path.getFileSystem();
    CheckpointMetadata all;
    try (DataInputStream in = new DataInputStream(files.open(path))) {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      all = Checkpoints.loadCheckpointMetadata(in, loader, savepoint);
    }
    List<OperatorState> one =
        all.getOperatorStates().stream().filter(each -> each.getOperatorID().equals(kept)).toList();
    try (OutputStream out = files.create(path, FileSystem.WriteMode.OVERWRITE)) {
      Checkpoints.storeCheckpointMetadata(
          new CheckpointMetadata(
              all.getCheckpointId(), one, all.getMasterStates(), all.getCheckpointProperties()),
          out);
    }
  }

  private static long lastWatermark(long until) {
    return until - 2;
  }

  private static void waitForTasks(JobClient job, int tasks) throws Exception {
    while (true) {
      if (job.getJobStatus().get().isGloballyTerminalState()) {
        job.getJobExecutionResult().get();
        throw new IllegalStateException("The job ended before its savepoint was taken.");
      }
      Object loaded = job.getAccumulators().get().get(HistoryLoaded.TASKS);
      if (loaded != null && (Integer) loaded == tasks) {
        return;
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  private static void cancel(JobClient job) throws Exception {
    CompletableFuture<JobStatus> status = job.getJobStatus();
    if (!status.get().isGloballyTerminalState()) {
      job.cancel().get();
    }
  }
}
