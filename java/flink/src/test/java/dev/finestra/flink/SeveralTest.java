package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/**
 * Several windows at once give the results that each of them gives alone, in an operator of its
 * own. The longest window decides when there is a result.
 */
class SeveralTest {
  /** Rows of a pane share an entry if their order does not matter. */
  private static Map<String, Object> answers(boolean inOrder) {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("all", List.of(inOrder ? "collect" : "collect_distinct", "price"));
    answers.put("n", "count");
    return answers;
  }

  @Test
  void shouldEqualEachWindowAlone() {
    Trials.run(20, 2_000, "streams through several windows", (s, only) -> run(s, s % 25 == 0));
  }

  private static void run(long seed, boolean onRocksDb) throws Exception {
    String backend = onRocksDb ? "rocksdb" : "heap";
    Random random = new Random(seed);
    boolean last = random.nextBoolean();
    long slide = 1 + random.nextInt(20);
    Map<String, WindowKind> kinds = new LinkedHashMap<>();
    int longest = 0;
    long longestSize = 0;
    for (int i = 0; i < 3; i++) {
      long size = (1 + random.nextInt(12)) * slide;
      if (size > longestSize) {
        longest = i;
        longestSize = size;
      }
      kinds.put("w" + i, last ? new LastWindow(size) : SlidingTimeWindow.of(size, slide, 0, false));
    }
    long lateness = 1 + random.nextInt(60);
    Emit emit =
        random.nextBoolean()
            ? Emit.CORRECTIONS
            : last && random.nextBoolean() ? Emit.ON_EVENT : Emit.ON_WATERMARK;
    Map<String, Object> answers = answers(random.nextBoolean());
    List<Bench<Row>> alone = new ArrayList<>();
    try (Bench<Row> several =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(kinds)
                    .allowedLateness(lateness)
                    .emit(emit)
                    .aggregate(answers),
            backend)) {
      for (WindowKind kind : kinds.values()) {
        alone.add(
            new Bench<>(
                keyed ->
                    Finestra.keyed(keyed)
                        .of(kind)
                        .allowedLateness(lateness)
                        .emit(emit)
                        .aggregate(answers),
                "heap"));
      }
      // The current results of each window, by key and end.
      List<Map<String, List<Object>>> tables = new ArrayList<>();
      alone.forEach(a -> tables.add(new LinkedHashMap<>()));
      int results = 0;
      for (KeyedEvent event : KeyedEvent.some(random, 120, 3)) {
        take(several, event);
        List<String> due = new ArrayList<>();
        for (int i = 0; i < alone.size(); i++) {
          take(alone.get(i), event);
          for (var record : alone.get(i).records()) {
            Row row = record.getValue();
            String at = row.getField(0) + "@" + row.getField(row.getArity() - 3);
            tables.get(i).put(at, tail(row, 2));
            if (i == longest && row.getKind() != RowKind.UPDATE_BEFORE) {
              due.add(at);
            }
          }
        }
        List<String> came = new ArrayList<>();
        for (var record : several.records()) {
          Row row = record.getValue();
          if (row.getKind() == RowKind.UPDATE_BEFORE) {
            continue;
          }
          String at = row.getField(0) + "@" + row.getField(1);
          came.add(at);
          List<Object> expected = new ArrayList<>();
          for (int column = 0; column < 2; column++) {
            for (Map<String, List<Object>> table : tables) {
              List<Object> own = table.get(at);
              Object none = column == 0 ? List.of() : (Object) 0L;
              expected.add(own == null ? none : own.get(column));
            }
          }
          assertEquals(expected, tail(row, 6), kinds + " " + emit + " at " + row);
          results++;
        }
        assertEquals(sorted(due), sorted(came), kinds + " " + emit);
      }
      assertTrue(results > 0, kinds + ": no result was compared");
      assertEquals(0, several.left(), kinds + ": state is left");
    } finally {
      alone.forEach(Bench::close);
    }
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().toList();
  }

  private static void take(Bench<Row> bench, KeyedEvent event) throws Exception {
    if (event.trade() == null) {
      bench.watermark(event.watermark());
    } else {
      bench.row(event.trade());
    }
  }

  private static List<Object> tail(Row row, int count) {
    List<Object> tail = new ArrayList<>();
    for (int i = row.getArity() - count; i < row.getArity(); i++) {
      tail.add(row.getField(i));
    }
    return tail;
  }

  @Test
  void shouldNameResultsByWindow() throws Exception {
    Map<String, LastWindow> windows = new LinkedHashMap<>();
    windows.put("1m", LastWindow.of(Duration.ofMinutes(1)));
    windows.put("1h", LastWindow.of(Duration.ofHours(1)));
    var step =
        Bench.step(keyed -> Finestra.keyed(keyed).windows(windows).aggregate("max", "price"));
    assertEquals(
        "Row(key: String, time: Long, max_1m: Long, max_1h: Long)",
        step.getOutputType().toString());
  }

  @Test
  void shouldAcceptWindowsAsMapsAndPairs() throws Exception {
    Map<String, Object> minute = Map.of("kind", "last", "size", 60_000);
    Map<String, Object> hour = Map.of("kind", "last", "size", 3_600_000);
    Map<String, Object> byName = new LinkedHashMap<>();
    byName.put("1m", minute);
    byName.put("1h", hour);
    for (Object windows : List.of(byName, List.of(List.of("1m", minute), List.of("1h", hour)))) {
      var step =
          Bench.step(
              keyed ->
                  FinestraFromMaps.aggregateKeyed(
                      keyed,
                      "user",
                      Map.of("windows", windows),
                      Map.of("max", List.of("max", "price")),
                      Map.of()));
      assertEquals(
          "Row(user: String, time: Long, max_1m: Long, max_1h: Long)",
          step.getOutputType().toString());
    }
  }

  @Test
  void shouldRefuseWindowsThatDoNotEndTogether() {
    var minute = SlidingEventTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(7));
    var hour = SlidingEventTimeWindows.of(Duration.ofHours(1), Duration.ofSeconds(7));
    refuses(Map.of("1m", minute, "1h", hour), "sizes differ by multiples");
    var half = Duration.ofSeconds(30);
    var shifted = SlidingEventTimeWindows.of(Duration.ofSeconds(90), Duration.ofMinutes(1), half);
    var aligned = SlidingEventTimeWindows.of(Duration.ofMinutes(3), Duration.ofMinutes(1));
    refuses(Map.of("90s", shifted, "3m", aligned), "sizes differ by multiples");
    refuses(Map.of("1m", minute, "last", LastWindow.of(5)), "use only LastWindows");
    refuses(
        Map.of("s", EventTimeSessionWindows.withGap(Duration.ofMinutes(1))),
        "One of several windows is sessions(60000)");
    refuses(Map.of(), "No window is given");
    refuses(Map.of("1h", "1 hour"), "'1h'", "1 hour", "LastWindow");
  }

  private static void refuses(Map<String, ?> windows, String... words) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Bench.step(
                    keyed -> Finestra.keyed(keyed).windows(windows).aggregate("max", "price")));
    for (String word : words) {
      assertTrue(refusal.getMessage().contains(word), "'" + word + "' is not in: " + refusal);
    }
  }
}
