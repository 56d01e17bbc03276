package dev.finestra.bench.flink;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import dev.finestra.flink.Finestra;
import dev.finestra.flink.FinestraKeyedStream;
import dev.finestra.flink.FinestraSql;
import dev.finestra.flink.FinestraWindowedStream;
import dev.finestra.flink.table.FinestraWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * The job of a {@link FlinkPoint}: one thread makes events, another runs windows, meter and sink.
 */
final class BenchmarkJobs {
  private static final TypeInformation<Tuple3<Integer, Long, Double>> EVENT =
      Types.TUPLE(Types.INT, Types.LONG, Types.DOUBLE);

  private static final Set<By> SQL = Set.of(By.FLINK_SQL, By.FINESTRA_PLANNED, By.FINESTRA_SQL);

  private BenchmarkJobs() {}

  @SuppressWarnings("deprecation") // see EventSource
  static void add(StreamExecutionEnvironment env, FlinkPoint point) {
    DataStream<Tuple3<Integer, Long, Double>> events =
        env.addSource(new EventSource(point), "events", EVENT);
    if (SQL.contains(point.by)) {
      metered(sql(env, events, point), point);
      return;
    }
    KeyedStream<Tuple3<Integer, Long, Double>, Integer> keyed =
        events.keyBy(event -> event.f0, Types.INT);
    if (point.by == By.FLINK) {
      if (point.shape != Shape.SLIDE) {
        throw new IllegalArgumentException(
            "Flink's DataStream API has no per-event windows; measure FLINK_SQL");
      }
      metered(own(keyed, point, UserFunctions.of(point.aggregate)), point);
      return;
    }
    FinestraKeyedStream<Tuple3<Integer, Long, Double>, Integer> windows = Finestra.keyed(keyed);
    FinestraWindowedStream<Tuple3<Integer, Long, Double>, Integer> windowed =
        windowed(windows, point).algorithm(point.algorithm);
    switch (point.by) {
      case FINESTRA -> metered(windowed.aggregate(point.aggregate, "f2"), point);
      case FINESTRA_CHANGES ->
          metered(windowed.emit(Emit.CHANGES).aggregate(point.aggregate, "f2"), point);
      case FINESTRA_SIX, FINESTRA_FOUR_BY_SIX -> metered(windowed.aggregate(six()), point);
      default -> metered(windowed.aggregate(UserFunctions.of(point.aggregate)), point);
    }
  }

  private static FinestraWindowedStream<Tuple3<Integer, Long, Double>, Integer> windowed(
      FinestraKeyedStream<Tuple3<Integer, Long, Double>, Integer> windows, FlinkPoint point) {
    if (point.shape == Shape.SLIDE) {
      return windows.window(sliding(point));
    }
    long size = point.sizeMillis();
    if (point.by != By.FINESTRA_FOUR_BY_SIX) {
      return windows.window(LastWindow.of(size));
    }
    Map<String, LastWindow> four = new LinkedHashMap<>();
    for (int part = 1; part <= 8; part *= 2) {
      four.put("1/" + part, LastWindow.of(size / part));
    }
    return windows.windows(four);
  }

  private static Map<String, ?> six() {
    Map<String, Object> six = new LinkedHashMap<>();
    six.put("n", "count");
    for (String name : List.of("sum", "max", "min", "mean", "count_distinct")) {
      six.put(name, List.of(name, "f2"));
    }
    return six;
  }

  /** Flink's own windows. */
  private static <A, R> DataStream<R> own(
      KeyedStream<Tuple3<Integer, Long, Double>, Integer> keyed,
      FlinkPoint point,
      AggregateFunction<Tuple3<Integer, Long, Double>, A, R> function) {
    return keyed.window(sliding(point)).aggregate(function);
  }

  private static SlidingEventTimeWindows sliding(FlinkPoint point) {
    return SlidingEventTimeWindows.of(
        Duration.ofMillis(point.sizeMillis()), Duration.ofMillis(point.slideMillis()));
  }

  private static <T> void metered(DataStream<T> results, FlinkPoint point) {
    RunMeter<T> meter = new RunMeter<>(point.warm / point.every, point.events / point.every);
    results.transform("meter", Types.INT, meter).sinkTo(new DiscardingSink<>());
  }

  private static DataStream<?> sql(
      StreamExecutionEnvironment env,
      DataStream<Tuple3<Integer, Long, Double>> events,
      FlinkPoint point) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.createTemporaryView(
        "events",
        events,
        Schema.newBuilder()
            .columnByMetadata("rowtime", "TIMESTAMP_LTZ(3)")
            .watermark("rowtime", "SOURCE_WATERMARK()")
            .build());
    tables.createTemporarySystemFunction("finestra_window", FinestraWindow.class);
    if (point.by != By.FLINK_SQL) {
      FinestraSql.install(tables);
    }
    return tables.toDataStream(tables.sqlQuery(query(point)));
  }

  private static String query(FlinkPoint point) {
    String aggregate = "%s(%s)".formatted(point.aggregate, point.value);
    String size = interval(point.sizeMillis());
    if (point.shape == Shape.LAST) {
      return """
          SELECT f0, rowtime, %s OVER (
            PARTITION BY f0 ORDER BY rowtime %s PRECEDING AND CURRENT ROW)
          FROM events"""
          .formatted(
              aggregate,
              point.countsRows ? "ROWS BETWEEN " + (point.size - 1) : "RANGE BETWEEN " + size);
    }
    String slide = interval(point.slideMillis());
    if (point.shape == Shape.HOTTEST) {
      String counts =
          "SELECT f0, window_start, window_end, COUNT(*) AS n"
              + " FROM HOP(TABLE events, DESCRIPTOR(rowtime), %s, %s)".formatted(slide, size)
              + " GROUP BY f0, window_start, window_end";
      return "SELECT f0, n FROM (%s) AS counts JOIN (".formatted(counts)
          + "SELECT MAX(n) AS most, window_start, window_end FROM (%s)".formatted(counts)
          + " GROUP BY window_start, window_end) AS highest"
          + " ON counts.window_start = highest.window_start"
          + " AND counts.window_end = highest.window_end AND n >= most";
    }
    return point.by != By.FINESTRA_SQL
        ? """
          SELECT f0, window_start, window_end, %s
          FROM HOP(TABLE events, DESCRIPTOR(rowtime), %s, %s)
          GROUP BY f0, window_start, window_end"""
            .formatted(aggregate, slide, size)
        : """
          SELECT f0, window_start, window_end, answer
          FROM finestra_window(
            input => TABLE events PARTITION BY f0, on_time => DESCRIPTOR(rowtime),
            aggregations => '%s AS answer', size => %s, slide => %s)"""
            .formatted(aggregate, size, slide);
  }

  /** As a SQL literal. */
  private static String interval(long millis) {
    Duration d = Duration.ofMillis(millis);
    return "INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND(3)"
        .formatted(
            d.toDays(), d.toHoursPart(), d.toMinutesPart(), d.toSecondsPart(), d.toMillisPart());
  }
}
