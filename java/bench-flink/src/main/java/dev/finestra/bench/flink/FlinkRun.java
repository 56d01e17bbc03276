package dev.finestra.bench.flink;

import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Runs a {@link FlinkPoint} on a cluster in this JVM, with one slot.
 *
 * <p>The figure is events per CPU time of the thread with the windows: it reads events from network
 * buffers, processes them, and counts results. Threads of RocksDB, the JIT and the garbage
 * collector count only in the figure per wall clock.
 */
final class FlinkRun {
  private final FlinkPoint point;
  private final RunFigures figures = new RunFigures();

  FlinkRun(FlinkPoint point) {
    this.point = point;
  }

  @SuppressWarnings("try") // an interrupt ends the measurement
  RunFigures run() throws Exception {
    try (BenchCluster cluster = new BenchCluster(point.backend, 1, this::checkpoint)) {
      StreamExecutionEnvironment env = BenchCluster.environment(cluster.configuration, 1);
      BenchmarkJobs.add(env, point);
      JobID job = cluster.mini.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
      cluster.mini.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
      if (point.checkpoint > 0) {
        checkpoints(cluster.mini, job);
      }
    }
    report();
    return figures;
  }

  private void checkpoint(Configuration configuration) {
    configuration.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, 10_000);
    if (point.checkpoint > 0) {
      configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
      configuration.set(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS, true);
      configuration.set(
          CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(point.checkpoint));
    }
  }

  private void report() throws IOException {
    List<RunMeter.Reading> readings = RunMeter.READINGS;
    if (readings.size() != point.runs + 1) {
      throw new IOException(
          "the job had " + (readings.size() - 1) + " runs; " + point.runs + " were expected");
    }
    for (int i = 1; i < readings.size(); i++) {
      RunMeter.Reading from = readings.get(i - 1);
      RunMeter.Reading to = readings.get(i);
      double seconds = (to.cpu() - from.cpu()) * 1e-9;
      long results = to.results() - from.results();
      figures.add("events_per_s", point.events / seconds);
      figures.add("items_per_s", (point.events + results) / seconds);
      figures.add("events_per_s_of_wall", point.events / ((to.wall() - from.wall()) * 1e-9));
      figures.add("results", (double) results);
    }
  }

  /** Adds the checkpoints that began during a run. */
  private void checkpoints(MiniCluster mini, JobID job) throws Exception {
    long sinceNanos = System.nanoTime() - RunMeter.READINGS.get(0).wall();
    long begin = System.currentTimeMillis() - sinceNanos / 1_000_000;
    for (AbstractCheckpointStats stats :
        mini.getArchivedExecutionGraph(job)
            .get()
            .getCheckpointStatsSnapshot()
            .getHistory()
            .getCheckpoints()) {
      if (stats instanceof CompletedCheckpointStats done && done.getTriggerTimestamp() >= begin) {
        figures.add("checkpoint_bytes", (double) done.getStateSize());
        figures.add("checkpointed_bytes", (double) done.getCheckpointedSize());
        figures.add("checkpoint_ms", (double) done.getEndToEndDuration());
      }
    }
  }
}
