package dev.finestra.flink.internal.history;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.types.Row;

/**
 * Writes a savepoint with the state of a history, from which a job with the same windows starts.
 *
 * <p>It runs a job whose windows read only the history, takes a savepoint when all its rows have
 * been processed, and cancels the job. The last time of a window that ends at until is until − 1
 * ms. The watermark stops 1 ms before it, so that the job that starts from the savepoint emits it.
 *
 * <p>Flink writes the file {@code _metadata} of a savepoint last. Then all other operators are
 * removed from that file, because Flink rejects the state of a source that has ended if the job
 * that starts has the same one. Flink does not start a job from an incomplete file.
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
   * @param uid the uid of the operator with the windows, which ends with that time
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
    // Fails before the job runs if this process cannot make the directory.
    Path given = new Path(directory);
    given.getFileSystem().mkdirs(given);
    // Flink requires the scheme.
    String folder = given.makeQualified(given.getFileSystem()).toString();
    StreamExecutionEnvironment env = results.getExecutionEnvironment();
    env.configure(Configuration.fromMap(settings(folder)));
    OperatorID windows = SavepointFile.operator(env, uid);
    JobClient job = env.executeAsync("finestra history");
    String savepoint;
    try {
      waitForHistory(job);
      savepoint = job.triggerSavepoint(folder, format).get();
    } catch (ExecutionException failed) {
      cancel(job, failed);
      Throwable cause = failed;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw new IllegalStateException(
          "The job 'finestra history' failed, so there is no savepoint: " + cause.getMessage(),
          failed);
    } catch (InterruptedException stopped) {
      cancel(job, stopped);
      throw stopped;
    }
    cancel(job, null);
    keepOnly(windows, savepoint);
    return savepoint;
  }

  private static Map<String, String> settings(String directory) {
    return Map.of(
        // A history that cannot be read would otherwise be read again and again.
        "restart-strategy.type", "none",
        // The default, the memory of the job manager, has room for 5 MiB of a task's state, also in
        // a savepoint.
        "execution.checkpointing.storage", "filesystem",
        "execution.checkpointing.dir", directory);
  }

  private static void keepOnly(OperatorID kept, String savepoint) throws IOException {
    CheckpointMetadata all = SavepointFile.read(savepoint);
    List<OperatorState> one =
        all.getOperatorStates().stream().filter(each -> each.getOperatorID().equals(kept)).toList();
    SavepointFile.write(
        savepoint,
        new CheckpointMetadata(
            all.getCheckpointId(), one, all.getMasterStates(), all.getCheckpointProperties()));
  }

  private static long lastWatermark(long until) {
    return until - 2;
  }

  private static void waitForHistory(JobClient job)
      throws ExecutionException, InterruptedException {
    CompletableFuture<?> end = job.getJobExecutionResult();
    while (!end.isDone()) {
      if (HistoryLoaded.isTrue(accumulators(job))) {
        return;
      }
      Thread.sleep(PAUSE_MS);
    }
    end.get();
    throw new IllegalStateException("The job ended before its savepoint was taken.");
  }

  /** Empty if the job has just ended: a local cluster ends with it. */
  private static Map<String, Object> accumulators(JobClient job)
      throws ExecutionException, InterruptedException {
    try {
      return job.getAccumulators().exceptionally(ended -> Map.of()).get();
    } catch (IllegalStateException ended) {
      return Map.of();
    }
  }

  /**
   * Cancels the job, unless it has ended.
   *
   * @param failed why, if the job has failed
   */
  private static void cancel(JobClient job, Exception failed) throws Exception {
    try {
      if (!job.getJobExecutionResult().isDone()) {
        job.cancel().get();
      }
    } catch (Exception second) {
      if (failed == null) {
        throw second;
      }
      failed.addSuppressed(second);
    }
  }
}
