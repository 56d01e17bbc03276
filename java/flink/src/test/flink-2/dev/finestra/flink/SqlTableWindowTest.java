package dev.finestra.flink;

import dev.finestra.testing.Trials;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code finestra_window} on the operator: the rows that the process table function emits. */
class SqlTableWindowTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(1);

  private static final List<String> AGGREGATIONS =
      List.of(
          "count()",
          "count(v)",
          "sum(i)",
          "mean(d)",
          "sum(m)",
          "mean(m)",
          "max(s)",
          "min(b)",
          "collect(d)",
          "collect_distinct(s)",
          "arg_max(s, v)",
          "stddev_pop(i)",
          "var_pop(m)");

  @Test
  void shouldEqualTheProcessTableFunction() {
    Trials.run(20, 2_000, "calls of finestra_window", (seed, only) -> check(new Random(seed)));
  }

  private static void check(Random random) throws Exception {
    RandomEvents events = new RandomEvents(random, false);
    boolean isSliding = random.nextBoolean();
    boolean onWatermark = random.nextBoolean();
    boolean isLate = random.nextBoolean();
    long size = events.seconds * (1 + random.nextInt(8));
    long slide = events.seconds * (1 + random.nextInt(8));
    String times = isSliding ? "window_start, window_end" : "event_time";
    String query =
        """
        SELECT k, s, %s, a0%s FROM finestra_window(
          input => TABLE events PARTITION BY (k, s),
          on_time => DESCRIPTOR(ts),
          aggregations => '%s',
          size => %s%s%s,
          emit => '%s',
          algorithm => '%s')
        """
            .formatted(
                times,
                // The process table function gives the results that a row emits the row's time.
                isLate || !onWatermark ? "" : ", rowtime",
                events.columns(AGGREGATIONS, ""),
                RandomEvents.interval(size),
                isSliding ? ", slide => " + RandomEvents.interval(slide) : "",
                isLate ? ", allowed_lateness => " + RandomEvents.interval(3 * size) : "",
                onWatermark ? "on_watermark" : "on_event",
                random.nextBoolean() ? "auto" : "b_fiba4");
    events.compare(query, "FinestraTableWindow");
  }

  /** Some windows have no values but nulls. HOP follows the time zone, so it is UTC. */
  @Test
  void shouldEqualHop() throws Exception {
    Trials.run(5, 500, "calls next to HOP", (seed, only) -> checkHop(new Random(seed)));
  }

  private static void checkHop(Random random) throws Exception {
    RandomEvents events = new RandomEvents(random, false, "UTC");
    String slide = RandomEvents.interval(events.seconds);
    String size = RandomEvents.interval(events.seconds * (1 + random.nextInt(8)));
    String hop =
        """
        SELECT k, window_start, window_end, COUNT(v), SUM(m), SUM(d), AVG(d), MAX(s)
        FROM HOP(TABLE events, DESCRIPTOR(ts), %s, %s)
        GROUP BY k, window_start, window_end
        """;
    String call =
        """
        SELECT k, CAST(window_start AS TIMESTAMP(3)), CAST(window_end AS TIMESTAMP(3)),
          n, total, weight, average, top
        FROM finestra_window(
          input => TABLE events PARTITION BY k,
          on_time => DESCRIPTOR(ts),
          aggregations => 'count(v) AS n, sum(m) AS total, sum(d) AS weight, mean(d) AS average,
                           max(s) AS top',
          slide => %s,
          size => %s)
        """;
    events.compare(hop.formatted(slide, size), call.formatted(slide, size), "FinestraTableWindow");
  }
}
