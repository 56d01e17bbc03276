package dev.finestra.bench.flink;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A cluster in this JVM with one task manager, and a folder for its checkpoints. */
@SuppressWarnings("try") // an interrupt ends the measurement
final class BenchCluster implements AutoCloseable {
  private static final long MEBIBYTES_PER_SLOT = 512;

  final MiniCluster mini;
  final Configuration configuration = new Configuration();

  private final Path folder = Files.createTempDirectory("finestra-bench");

  /**
   * @param backend {@code heap} or {@code rocksdb}
   * @param options sets further options
   */
  BenchCluster(String backend, int slots, Consumer<Configuration> options) throws Exception {
    configuration.set(
        StateBackendOptions.STATE_BACKEND, backend.equals("heap") ? "hashmap" : backend);
    configuration.set(
        TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(slots * MEBIBYTES_PER_SLOT));
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    options.accept(configuration);
    mini =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .withRandomPorts()
                .build());
    mini.start();
  }

  /** An environment for one job. */
  static StreamExecutionEnvironment environment(Configuration options, int tasks) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(options);
    env.setParallelism(tasks);
    env.getConfig().enableObjectReuse();
    return env;
  }

  @Override
  public void close() throws Exception {
    mini.close();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
