package dev.finestra.bench.flink;

import dev.finestra.bench.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Runs a {@link Cell} on a cluster in this JVM: one task manager, one slot, objects reused.
 *
 * <p>The figure is events over the CPU time of the one thread that has the windows: it takes the
 * events off the network's buffers, works on them, and counts the results. Threads of RocksDB, of
 * the JIT and of the collector are not in it; the wall clock beside it has them.
 */
final class Run {
  private final Cell cell;
  private final Figures figures = new Figures();

  Run(Cell cell) {
    this.cell = cell;
  }

  Figures run() throws Exception {
    Path folder = Files.createTempDirectory("finestra-bench");
    try {
      run(folder);
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
    return figures;
  }

  @SuppressWarnings("try") // an interrupt ends the measurement, wherever it comes
  private void run(Path folder) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(
        StateBackendOptions.STATE_BACKEND, cell.backend().equals("heap") ? "hashmap" : "rocksdb");
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    configuration.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, 10_000);
    if (cell.checkpoint() > 0) {
      configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
      configuration.set(CheckpointingOptions.ENABLE_UNALIGNED_INTERRUPTIBLE_TIMERS, true);
      configuration.set(
          CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(cell.checkpoint()));
    }
    MiniClusterConfiguration cluster =
        new MiniClusterConfiguration.Builder()
            .setConfiguration(configuration)
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(1)
            .withRandomPorts()
            .build();
    try (MiniCluster mini = new MiniCluster(cluster)) {
      mini.start();
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.getExecutionEnvironment(configuration);
      env.setParallelism(1);
      env.getConfig().enableObjectReuse();
      Jobs.add(env, cell);
      JobID job = mini.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
      mini.requestJobResult(job).get().toJobExecutionResult(Run.class.getClassLoader());
      if (cell.checkpoint() > 0) {
        checkpoints(mini, job);
      }
    }
    report();
  }

  private void report() throws IOException {
    List<Meter.Look> looks = Meter.LOOKS;
    if (looks.size() != cell.runs() + 1) {
      throw new IOException(
          "the job had " + (looks.size() - 1) + " runs instead of " + cell.runs());
    }
    for (int i = 1; i < looks.size(); i++) {
      Meter.Look from = looks.get(i - 1);
      Meter.Look to = looks.get(i);
      double seconds = (to.cpu() - from.cpu()) * 1e-9;
      long results = to.results() - from.results();
      figures.add("events_per_s", cell.events() / seconds);
      figures.add("items_per_s", (cell.events() + results) / seconds);
      figures.add("events_per_s_of_wall", cell.events() / ((to.wall() - from.wall()) * 1e-9));
      figures.add("results", (double) results);
    }
  }

  /** Those that began when the first run did, or later. */
  private void checkpoints(MiniCluster mini, JobID job) throws Exception {
    long sinceNanos = System.nanoTime() - Meter.LOOKS.get(0).wall();
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
