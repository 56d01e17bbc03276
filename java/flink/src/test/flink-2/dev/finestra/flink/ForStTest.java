package dev.finestra.flink;

import dev.finestra.testing.FromTier;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.LastWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The job of {@link FailuresTest} on the state backend ForSt, which Flink 2 added. */
class ForStTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(3);

  @Test
  @FromTier(Tier.PUSH)
  void shouldSurviveFailures() {
    long start = System.nanoTime();
    LastWindow last = new LastWindow(100);
    Trials.once(
        (seed, only) ->
            Trials.report(FailuresTest.run(seed, "forst", false, last), FailuresTest.WHAT, start));
  }
}
