package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code OVER … RANGE} over input with updates, which Flink rejects. */
class SqlChangesOverTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  /** Flink computes these exactly, in any order. Those with only {@code merge} are among them. */
  private static final List<String> AGGREGATES = RandomEvents.AGGREGATES;

  @Test
  void shouldEndAsTheRowsThatAreLeft() {
    Trials.run(40, 2_000, "OVER queries of changes", (seed, only) -> check(new Random(seed)));
  }

  private static void check(Random random) throws Exception {
    RandomEvents events = new RandomEvents(random, true);
    String query =
        """
        SELECT *, %s FROM events
        WINDOW w AS (%sORDER BY ts RANGE BETWEEN %s PRECEDING AND CURRENT ROW)
        """
            .formatted(
                events.columns(AGGREGATES, "OVER w"),
                random.nextInt(3) == 0 ? "" : "PARTITION BY k ",
                RandomEvents.interval(events.seconds * (1 + random.nextInt(20))));
    events.compareChanges(query, "FinestraChangesOverAggregate");
  }
}
