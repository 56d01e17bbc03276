package dev.finestra.flink;

import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ResourceManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResource;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One cluster for all test classes that run whole jobs. The first class starts it; it stops after
 * the last class. Environments of a class run on it with the parallelism that the class asks for.
 */
public final class SharedCluster implements BeforeAllCallback, AfterAllCallback {
  private static final int SLOTS = 3;

  /**
   * For this time from the start of the cluster, a job waits until the job before it has given its
   * slots back. Later, Flink fails a job that finds no free slot. The default is five minutes.
   */
  private static final Duration SLOTS_MAY_BE_BUSY = Duration.ofDays(1);

  private final int parallelism;
  private MiniCluster cluster;

  private SharedCluster(int parallelism) {
    this.parallelism = parallelism;
  }

  public static SharedCluster of(int parallelism) {
    return new SharedCluster(parallelism);
  }

  MiniCluster cluster() {
    return cluster;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster =
        context
            .getRoot()
            .getStore(Namespace.GLOBAL)
            .getOrComputeIfAbsent(Started.class, started -> new Started(), Started.class)
            .resource
            .getMiniCluster();
    TestStreamEnvironment.setAsContext(cluster, parallelism);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    TestStreamEnvironment.unsetAsContext();
  }

  /** The running cluster; JUnit closes it with its root store. */
  private static final class Started implements AutoCloseable {
    private final MiniClusterResource resource =
        new MiniClusterResource(
            new MiniClusterResourceConfiguration.Builder()
                .setConfiguration(
                    new Configuration()
                        .set(
                            ResourceManagerOptions.STANDALONE_CLUSTER_STARTUP_PERIOD_TIME,
                            SLOTS_MAY_BE_BUSY))
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(SLOTS)
                .build());

    Started() {
      try {
        resource.before();
      } catch (Exception failed) {
        throw new IllegalStateException("The cluster for tests did not start", failed);
      }
    }

    @Override
    public void close() {
      resource.after();
    }
  }
}
