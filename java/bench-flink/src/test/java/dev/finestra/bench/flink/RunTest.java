package dev.finestra.bench.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.bench.Figures;
import dev.finestra.bench.flink.Cell.By;
import dev.finestra.bench.flink.Cell.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is compared does the same work: as many results, whoever answers. */
class RunTest {
  @Test
  void shouldCountTheSameResultsWhoeverAnswers() throws Exception {
    for (By by : By.values()) {
      assertEquals(List.of(60.0, 60.0), results(by, Shape.SLIDE), by::name);
    }
    assertEquals(List.of(600.0, 600.0), results(By.FINESTRA, Shape.LAST));
    assertEquals(List.of(600.0, 600.0), results(By.FLINK_SQL, Shape.LAST));
  }

  private static List<Double> results(By by, Shape shape) throws Exception {
    Meter.LOOKS.clear();
    Cell cell = new Cell(by, "heap", shape, "sum", "auto", 3, 7, 10, 300, 0, 600, 600, 2, 0, 0);
    Figures figures = new Run(cell).run();
    assertTrue(figures.median("events_per_s") > 0);
    return figures.runs().get("results");
  }

  @Test
  void shouldBeginAndEndRunsAtWatermarks() {
    for (boolean quick : new boolean[] {true, false}) {
      List<String> names = new ArrayList<>();
      for (Series series : Series.all(quick)) {
        names.add(series.name());
        for (Cell cell : series.cells()) {
          assertEquals(0, cell.events() % cell.every(), cell::toString);
          assertEquals(0, cell.warm() % cell.every(), cell::toString);
          assertEquals(0, cell.every() % cell.keys(), cell::toString);
          assertEquals(cell, Cell.of(cell.arguments()));
        }
      }
      assertEquals(names.stream().distinct().toList(), names);
    }
  }
}
