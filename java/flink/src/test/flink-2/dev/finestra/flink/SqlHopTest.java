package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code HOP} on Finestra's operator: the rows that Flink's own operator emits. */
class SqlHopTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  @Test
  void shouldEqualFlinksOwn() {
    Trials.run(60, 5_000, "HOP queries", (seed, only) -> check(new Random(seed)));
  }

  private static void check(Random random) throws Exception {
    boolean hasUpdates = random.nextInt(3) == 0;
    RandomEvents events = new RandomEvents(random, hasUpdates);
    List<String> aggregates =
        new ArrayList<>(hasUpdates ? RandomEvents.RETRACTABLE : RandomEvents.AGGREGATES);
    aggregates.addAll(List.of("SUM(v) FILTER (WHERE b)", "COUNT(*) FILTER (WHERE v > 0)"));
    if (!hasUpdates) {
      aggregates.add("span(v)");
    }
    String keys = List.of("", "k, ", "k, s, ").get(random.nextInt(3));
    String times = "window_start, window_end, window_time";
    String query =
        """
        SELECT %s%s, %s FROM TABLE(HOP(
          TABLE events, DESCRIPTOR(ts), %s, %s, %s))
        GROUP BY %s%s
        """
            .formatted(
                keys,
                times,
                events.columns(aggregates, ""),
                RandomEvents.interval(events.seconds),
                RandomEvents.interval(events.seconds * (5 + random.nextInt(12))),
                RandomEvents.interval(random.nextInt(3) * events.seconds / 2),
                keys,
                times);
    events.compare(query, "Finestra");
  }
}
