package dev.finestra.bench.flink;

import dev.finestra.bench.flink.Cell.By;
import dev.finestra.bench.flink.Cell.Shape;
import dev.finestra.flink.Finestra;
import dev.finestra.flink.KeyedWindows;
import dev.finestra.flink.LastWindow;
import dev.finestra.flink.WindowedKeys;
import java.time.Duration;
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
 * The job of a {@link Cell}: the events in one thread; the windows, the meter and a sink in
 * another.
 */
final class Jobs {
  private static final TypeInformation<Tuple3<Integer, Long, Double>> EVENT =
      Types.TUPLE(Types.INT, Types.LONG, Types.DOUBLE);

  private Jobs() {}

  @SuppressWarnings("deprecation") // see Events
  static void add(StreamExecutionEnvironment env, Cell cell) {
    DataStream<Tuple3<Integer, Long, Double>> events =
        env.addSource(new Events(cell), "events", EVENT);
    if (cell.by() == By.FLINK_SQL) {
      metered(sql(env, events, cell), cell);
      return;
    }
    KeyedStream<Tuple3<Integer, Long, Double>, Integer> keyed =
        events.keyBy(event -> event.f0, Types.INT);
    if (cell.by() == By.FLINK) {
      if (cell.shape() != Shape.SLIDE) {
        throw new IllegalArgumentException("Flink's streams have no per-event windows; SQL has");
      }
      metered(keyed.window(sliding(cell)).aggregate(new Fold(isMax(cell))), cell);
      return;
    }
    KeyedWindows<Tuple3<Integer, Long, Double>, Integer> windows = Finestra.keyed(keyed);
    WindowedKeys<Tuple3<Integer, Long, Double>, Integer> windowed =
        cell.shape() == Shape.SLIDE
            ? windows.window(sliding(cell))
            : windows.window(LastWindow.of(cell.sizeMillis()));
    windowed = windowed.algorithm(cell.algorithm());
    if (cell.by() == By.FINESTRA) {
      metered(windowed.aggregate(cell.aggregate(), "f2"), cell);
    } else {
      metered(windowed.aggregate(new Fold(isMax(cell))), cell);
    }
  }

  private static boolean isMax(Cell cell) {
    return cell.aggregate().equals("max");
  }

  private static SlidingEventTimeWindows sliding(Cell cell) {
    return SlidingEventTimeWindows.of(
        Duration.ofMillis(cell.sizeMillis()), Duration.ofMillis(cell.slideMillis()));
  }

  private static <T> void metered(DataStream<T> results, Cell cell) {
    results.transform("meter", Types.INT, new Meter<T>(cell)).sinkTo(new DiscardingSink<>());
  }

  private static DataStream<?> sql(
      StreamExecutionEnvironment env, DataStream<Tuple3<Integer, Long, Double>> events, Cell cell) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.createTemporaryView(
        "events",
        events,
        Schema.newBuilder()
            .columnByMetadata("rowtime", "TIMESTAMP_LTZ(3)")
            .watermark("rowtime", "SOURCE_WATERMARK()")
            .build());
    String answer = cell.aggregate() + "(f2)";
    String query =
        cell.shape() == Shape.SLIDE
            ? "SELECT f0, window_start, window_end, %s FROM HOP(TABLE events, DESCRIPTOR(rowtime), INTERVAL '%s' DAY TO SECOND(3), INTERVAL '%s' DAY TO SECOND(3)) GROUP BY f0, window_start, window_end"
                .formatted(answer, interval(cell.slideMillis()), interval(cell.sizeMillis()))
            : "SELECT f0, rowtime, %s OVER (PARTITION BY f0 ORDER BY rowtime RANGE BETWEEN INTERVAL '%s' DAY TO SECOND(3) PRECEDING AND CURRENT ROW) FROM events"
                .formatted(answer, interval(cell.sizeMillis()));
    return tables.toDataStream(tables.sqlQuery(query));
  }

  /** As an interval of days to seconds, which need no precision of their own. */
  private static String interval(long millis) {
    Duration d = Duration.ofMillis(millis);
    return "%d %02d:%02d:%02d.%03d"
        .formatted(
            d.toDays(), d.toHoursPart(), d.toMinutesPart(), d.toSecondsPart(), d.toMillisPart());
  }
}
