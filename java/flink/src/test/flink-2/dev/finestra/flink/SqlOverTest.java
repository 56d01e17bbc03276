package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code OVER} on Finestra's operator: the rows that Flink's own operator emits. */
class SqlOverTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  @Test
  void shouldEqualFlinksOwn() {
    Trials.run(60, 5_000, "OVER queries", (seed, only) -> check(new Random(seed)));
  }

  private static void check(Random random) throws Exception {
    RandomEvents events = new RandomEvents(random, false);
    // Flink runs shorter frames if accumulators are objects.
    boolean isLong = random.nextInt(3) == 0;
    List<String> aggregates = isLong ? RandomEvents.AGGREGATES : RandomEvents.NUMBERS;
    int length = isLong ? 99 + random.nextInt(50) : 1 + random.nextInt(20);
    String frame =
        isLong || random.nextBoolean()
            ? "ROWS BETWEEN %s PRECEDING AND CURRENT ROW".formatted(length)
            : "RANGE BETWEEN %s PRECEDING AND CURRENT ROW"
                .formatted(RandomEvents.interval(events.seconds * length));
    String query =
        "SELECT *, %s FROM events WINDOW w AS (%sORDER BY ts %s)"
            .formatted(
                events.columns(aggregates, "OVER w"),
                random.nextInt(3) == 0 ? "" : "PARTITION BY k ",
                frame);
    events.compare(query, "FinestraOverAggregate");
  }
}
