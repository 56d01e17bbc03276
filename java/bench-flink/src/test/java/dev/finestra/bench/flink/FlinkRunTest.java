package dev.finestra.bench.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.bench.flink.FlinkPoint.By;
import dev.finestra.bench.flink.FlinkPoint.Shape;
import dev.finestra.bench.report.RunFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** All subjects of a comparison emit the same number of results. */
class FlinkRunTest {
  @Test
  void shouldCountTheSameResultsForEverySubject() throws Exception {
    Set<By> onlyPerEvent = Set.of(By.FINESTRA_CHANGES, By.FINESTRA_SIX, By.FINESTRA_FOUR_BY_SIX);
    for (By by : By.values()) {
      if (!onlyPerEvent.contains(by)) {
        assertEquals(List.of(60.0, 60.0), results(by, Shape.SLIDE), by::name);
      }
    }
    for (By by : List.of(By.FINESTRA, By.FINESTRA_FOUR_BY_SIX, By.FLINK_SQL)) {
      assertEquals(List.of(600.0, 600.0), results(by, Shape.LAST), by::name);
    }
    // A row also leaves its windows.
    for (double results : results(By.FINESTRA_CHANGES, Shape.LAST)) {
      assertTrue(results > 600, () -> results + " results");
    }
  }

  @Test
  void shouldHaveAFunctionForEachAggregationOfTheMap() throws Exception {
    List<String> aggregates =
        new FlinkMatrix()
            .charts(true).stream()
                .flatMap(chart -> chart.points().stream().map(point -> point.aggregate))
                .distinct()
                .toList();
    for (String aggregate : aggregates) {
      FlinkPoint point = point(By.FLINK, Shape.SLIDE);
      point.aggregate = aggregate;
      assertEquals(List.of(60.0, 60.0), results(point), aggregate);
    }
  }

  private static List<Double> results(By by, Shape shape) throws Exception {
    return results(point(by, shape));
  }

  private static FlinkPoint point(By by, Shape shape) {
    FlinkPoint point = new FlinkPoint(by, "heap", true);
    point.shape = shape;
    point.keys = 3;
    point.size = 7;
    point.every = 300;
    point.warm = 600;
    point.events = 600;
    point.runs = 2;
    return point;
  }

  private static List<Double> results(FlinkPoint point) throws Exception {
    RunMeter.READINGS.clear();
    RunFigures figures = new FlinkRun(point).run();
    assertTrue(figures.median("events_per_s") > 0);
    return figures.runs().get("results");
  }

  @Test
  void shouldBeginAndEndRunsAtWatermarks() {
    for (boolean quick : new boolean[] {true, false}) {
      List<String> names = new ArrayList<>();
      List<FlinkSeries> all = new ArrayList<>(FlinkSeries.all(quick));
      all.addAll(new FlinkMatrix().charts(quick));
      all.addAll(new FlinkCurves().charts(quick));
      all.addAll(new FlinkFeatures().charts(quick));
      for (FlinkSeries series : all) {
        names.add(series.name());
        for (FlinkPoint point : series.points()) {
          assertEquals(0, point.events % point.every, point::toString);
          assertEquals(0, point.warm % point.every, point::toString);
          assertEquals(0, point.every % point.keys, point::toString);
          FlinkPoint same = FlinkPoint.of(point.toString());
          assertEquals(point.toString(), same.toString());
          assertEquals(point.parameters(), same.parameters());
        }
      }
      assertEquals(names.stream().distinct().toList(), names);
    }
  }
}
