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

  private static final List<String> DISTINCT =
      List.of(
          "COUNT(DISTINCT s)",
          "COUNT(DISTINCT i % 9) FILTER (WHERE b)",
          "COUNT(DISTINCT d) FILTER (WHERE v > 0)",
          "COUNT(DISTINCT v)",
          "COUNT(DISTINCT m)",
          "COUNT(DISTINCT b)",
          "COUNT(DISTINCT TIMESTAMPADD(SECOND, CAST(d AS INT) / 9, "
              + "TIMESTAMP '2026-03-08 00:00:00'))");

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
      aggregates.addAll(DISTINCT);
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
                RandomEvents.interval(events.seconds * (1 + random.nextInt(16))),
                RandomEvents.interval(random.nextInt(3) * events.seconds / 2),
                keys,
                times);
    events.compare(query, "Finestra");
  }

  @Test
  void shouldEqualFlinksOwnInLargerQueries() {
    Trials.run(15, 1_000, "queries of HOP", (seed, only) -> checkLarger(new Random(seed)));
  }

  private static final List<String> LARGER =
      List.of(
          // Top-N of each window.
          """
          SELECT * FROM (
            SELECT *, ROW_NUMBER() OVER (
              PARTITION BY window_start, window_end ORDER BY n DESC, k) AS place
            FROM (HOPS))
          WHERE place <= 2
          """,
          // A join of windows.
          """
          SELECT a.k, b.k, a.window_start, a.window_end, a.n, b.total
          FROM (HOPS) a JOIN (HOPS) b
          ON a.window_start = b.window_start AND a.window_end = b.window_end AND a.n = b.n
          """,
          // Windows of windows.
          """
          SELECT window_start, window_end, SUM(n), COUNT(*) FROM HOP(
            TABLE counts, DESCRIPTOR(window_time), SLIDE, SIZE)
          GROUP BY window_start, window_end
          """,
          """
          SELECT k, s, window_start, window_end, SUM(v), COUNT(*), COUNT(DISTINCT i)
          FROM HOP(TABLE events, DESCRIPTOR(ts), SLIDE, SIZE)
          GROUP BY window_start, window_end, GROUPING SETS ((k), (s), ())
          """,
          "SELECT k, n, window_start FROM hops WHERE n > 1 UNION ALL SELECT s, n, window_end FROM texts");

  private static void checkLarger(Random random) throws Exception {
    RandomEvents events = new RandomEvents(random, false);
    String slide = RandomEvents.interval(events.seconds);
    String size = RandomEvents.interval(events.seconds * (5 + random.nextInt(6)));
    String hops =
        """
        SELECT CAST(%s AS STRING) AS k, window_start, window_end, window_time, COUNT(*) AS n, SUM(v) AS total
        FROM HOP(TABLE events, DESCRIPTOR(ts), %s, %s)
        GROUP BY %s, window_start, window_end, window_time
        """;
    events.view("hops", hops.formatted("k", slide, size, "k"));
    events.view("counts", "SELECT n, window_time FROM hops");
    events.view("texts", hops.formatted("s", slide, size, "s").replace("AS k", "AS s"));
    String query =
        LARGER
            .get(random.nextInt(LARGER.size()))
            .replace("HOPS", "SELECT * FROM hops")
            .replace("SLIDE", slide)
            .replace("SIZE", size);
    events.compare(query, "Finestra");
  }
}
