package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.logic.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Several windows at once have the same results as each window alone in an engine of its own. The
 * longest decides when a result is emitted.
 */
class SeveralWindowsTest {

  @Test
  void shouldEqualEachWindowAlone() {
    Trials.run(500, 100_000, "streams through several windows", (s, only) -> run(new Random(s)));
  }

  private static void run(Random random) throws Exception {
    boolean isLast = random.nextBoolean();
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
      kinds.put(
          "w" + i, isLast ? new LastWindow(size) : SlidingTimeWindow.of(size, slide, 0, false));
    }
    long lateness = 1 + random.nextInt(60);
    Emit emit =
        random.nextBoolean()
            ? Emit.CORRECTIONS
            : isLast && random.nextBoolean() ? Emit.ON_EVENT : Emit.ON_WATERMARK;
    // Rows of a pane share an entry only if their order does not matter.
    String list = random.nextBoolean() ? "collect" : "collect_distinct";
    List<TypedAggregation> columns =
        List.of(
            new TypedAggregation(list, ValueType.LONG),
            new TypedAggregation("count", ValueType.LONG));
    List<Simulation> alone = new ArrayList<>();
    for (WindowKind kind : kinds.values()) {
      alone.add(
          new Simulation(
              new Simulation.Job(kind, NamedSizes.NONE, lateness, emit, columns),
              Simulation.Limits.ALL));
    }
    Simulation.Limits limits =
        new Simulation.Limits(Simulation.Style.values()[random.nextInt(3)], 2, 2, 100);
    Simulation several =
        new Simulation(
            new Simulation.Job(
                NamedSizes.longest(kinds), NamedSizes.of(kinds), lateness, emit, columns),
            limits);
    // The results of each window so far, by key and end.
    List<Map<String, List<Object>>> tables = new ArrayList<>();
    alone.forEach(one -> tables.add(new HashMap<>()));
    int results = 0;
    for (Event event : Event.some(random, 120, 3, 2)) {
      event.to(several);
      List<String> due = new ArrayList<>();
      for (int i = 0; i < alone.size(); i++) {
        event.to(alone.get(i));
        for (Simulation.Result result : alone.get(i).results()) {
          String at = result.key() + "@" + result.end();
          tables.get(i).put(at, result.values());
          if (i == longest && result.change() != Change.UPDATE_BEFORE) {
            due.add(at);
          }
        }
      }
      List<String> emitted = new ArrayList<>();
      for (Simulation.Result result : several.results()) {
        if (result.change() == Change.UPDATE_BEFORE) {
          continue;
        }
        String at = result.key() + "@" + result.end();
        emitted.add(at);
        List<Object> expected = new ArrayList<>();
        for (int column = 0; column < 2; column++) {
          for (Map<String, List<Object>> table : tables) {
            List<Object> own = table.get(at);
            Object none = column == 0 ? List.of() : (Object) 0L;
            expected.add(own == null ? none : own.get(column));
          }
        }
        assertEquals(expected, result.values(), kinds + " " + emit + " at " + result);
        results++;
      }
      assertEquals(due.stream().sorted().toList(), emitted.stream().sorted().toList());
    }
    assertTrue(results > 0, kinds + ": no result was compared");
    assertEquals(0, several.entriesLeft(), kinds + ": state is left");
  }
}
