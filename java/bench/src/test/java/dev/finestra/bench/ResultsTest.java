package dev.finestra.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.bench.report.Measurement;
import dev.finestra.bench.report.Measurements;
import dev.finestra.bench.report.MeasuringJvm;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  @Test
  void shouldReportAMeasuredMedian() {
    RunFigures figures = new RunFigures();
    for (double value : new double[] {5, 1, 4, 2}) {
      figures.add("x", value);
    }
    assertEquals(2, figures.median("x"));
    figures.add("x", 9);
    assertEquals(4, figures.median("x"));
  }

  @Test
  void shouldWriteOnePointPerLineWithItsBaseline(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("some/points.json");
    Measurements measurements = new Measurements(file, Set.of("btree4"));
    List<Measurement> points = measurements.points();
    points.add(
        new Measurement("in_order", "b_fiba4", "sum", "m", 8, "items/s", List.of(9.0, 4e9, 3.0)));
    points.add(new Measurement("in_order", "btree4", "sum", "m", 8, "items/s", List.of(1.0 / 3)));
    points.add(new Measurement("in_order", "btree4", "sum", "m", 9, "items/s", List.of(7.0)));
    measurements.write();
    String text = Files.readString(file);
    assertTrue(
        text.contains(
            "    {\"chart\":\"in_order\",\"series\":\"b_fiba4"
                + " sum\",\"x_name\":\"m\",\"x\":8,\"y\":9,\"unit\":\"items/s\",\"baseline\":0.333333,\"runs\":[9,4E+9,3]},\n"),
        text);
    assertTrue(text.contains("\"x\":9,\"y\":7,\"unit\":\"items/s\",\"baseline\":null,"), text);
  }

  @Test
  void shouldRefuseOptionsThatAreUnknownOrLackTheirValue() {
    for (String[] bad :
        new String[][] {
          {"point", "--algorithm", "btree4", "--k", "7"},
          {"point", "--algorithm"},
          {"point", "--algorithm", "btree4", "--n", "x"},
          {"point", "--algorithm", "btree4", "--n", "0"},
          {"core", "--only", "nothing"}
        }) {
      assertEquals(2, run(bad), () -> String.join(" ", bad));
    }
  }

  private static int run(String... arguments) {
    return BenchCommand.execute(arguments);
  }

  /** The command of the README, on a clean clone. */
  @Test
  void shouldMakeTheFolderThatFiguresGoTo(@TempDir Path folder) throws IOException {
    Path made = folder.resolve("results/today");
    new Measurements(made.resolve("core.json"), Set.of());
    assertTrue(Files.isDirectory(made));

    Path file = Files.createFile(folder.resolve("file"));
    for (Path bad : List.of(file.resolve("core.json"), made)) {
      String refusal =
          assertThrows(IllegalArgumentException.class, () -> new Measurements(bad, Set.of()))
              .getMessage();
      assertTrue(refusal.contains("--out is " + bad), refusal);
    }
  }

  @Test
  void shouldGiveEveryExperimentABaseline() {
    for (Experiment experiment : Experiments.full()) {
      boolean measured =
          experiment.points().stream().anyMatch(p -> p.algorithm().matches("btree4|recalculate"));
      boolean said = experiment.skipped().stream().anyMatch(why -> why.startsWith("btree4"));
      assertTrue(measured || said, experiment.name());
    }
  }

  @Test
  void shouldMeasureAPointInAJvmOfItsOwn() throws Exception {
    Point point = new Point(Workload.BULK, "recalculate", "sum_wrapping", 64, 8, 16, Company.ALONE);
    RunFigures figures =
        CoreBenchmark.measure(
            new MeasuringJvm(-1, List.of()), point, new RunSettings(0.01, 3, 0.01));
    assertEquals(3, figures.runs().get("items_per_s").size());
    assertTrue(figures.median("items_per_s") > 1000);
  }

  @Test
  void shouldSayWhatAJvmDiedOf() {
    Point point = new Point(Workload.BULK, "nothing", "sum_wrapping", 64, 8, 16, Company.ALONE);
    Exception failed =
        assertThrows(
            java.io.IOException.class,
            () ->
                CoreBenchmark.measure(
                    new MeasuringJvm(-1, List.of()), point, new RunSettings(0.01, 1, 0.01)));
    assertTrue(failed.getMessage().contains("Unknown algorithm 'nothing'"), failed.getMessage());
  }
}
