package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code OVER … RANGE} over input with updates, which Flink rejects. */
class SqlChangesOverTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  @Test
  void shouldEndAsTheRowsThatAreLeft() {
    Trials.run(40, 2_000, "OVER queries of changes", (seed, only) -> check(new Random(seed)));
  }

  private static void check(Random random) throws Exception {
    RandomEvents events = new RandomEvents(random, true);
    String from = random.nextInt(3) == 0 ? "(SELECT * FROM events WHERE v > 0)" : "events";
    String query =
        """
        SELECT *, %s FROM %s
        WINDOW w AS (%sORDER BY ts RANGE BETWEEN %s PRECEDING AND CURRENT ROW)
        """
            .formatted(
                events.columns(RandomEvents.AGGREGATES, "OVER w"),
                from,
                random.nextInt(3) == 0 ? "" : "PARTITION BY k ",
                RandomEvents.interval(events.seconds * (1 + random.nextInt(20))));
    // Above the window, results can decrease.
    String above = "SELECT k, MAX(a0), MIN(a0), COUNT(*) FROM (%s) GROUP BY k".formatted(query);
    boolean isInner = random.nextInt(3) == 0;
    events.compareChanges(isInner ? above : query, "FinestraChangesOverAggregate");
  }
}
