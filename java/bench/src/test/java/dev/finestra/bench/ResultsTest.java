package dev.finestra.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  @Test
  void shouldAnswerAMedianThatWasMeasured() {
    Figures figures = new Figures();
    for (double value : new double[] {5, 1, 4, 2}) {
      figures.add("x", value);
    }
    assertEquals(2, figures.median("x"));
    figures.add("x", 9);
    assertEquals(4, figures.median("x"));
    assertEquals(
        "{\"x\": {\"median\": 4, \"min\": 1, \"max\": 9, \"runs\": [5, 1, 4, 2, 9]}}",
        Json.line(figures.summary()));
  }

  @Test
  void shouldWriteJson() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a\"\\\n", List.of(1.5, 1e9, 0.000123456789, true));
    map.put("b", null);
    assertEquals(
        "{\"a\\\"\\\\\\u000a\": [1.5, 1000000000, 0.000123457, true], \"b\": null}",
        Json.line(map));
    assertEquals(
        "{\n  \"x\": [\n    {\"y\": 1}\n  ]\n}\n",
        Json.indented(Map.of("x", List.of(Map.of("y", 1))), 2));
    assertThrows(IllegalArgumentException.class, () -> Json.line(Double.NaN));
  }

  @Test
  void shouldRefuseOptionsThatAreUnknownOrLackTheirValue() {
    Set<String> valued = Set.of("--n");
    assertEquals(7, new Options(List.of("--n", "7"), valued, Set.of()).whole("--n", 1));
    for (List<String> bad :
        List.of(List.of("--m", "7"), List.of("--n"), List.of("--n", "1", "--n", "2"))) {
      assertThrows(
          IllegalArgumentException.class, () -> new Options(bad, valued, Set.of()), bad.toString());
    }
    Options notANumber = new Options(List.of("--n", "x"), valued, Set.of());
    assertEquals(
        "--n is 'x'; a whole number was expected",
        assertThrows(IllegalArgumentException.class, () -> notANumber.whole("--n", 1))
            .getMessage());
  }

  /** The command of the README, on a clean clone. */
  @Test
  void shouldMakeTheFolderThatFiguresGoTo(@TempDir Path folder) throws IOException {
    Path made = folder.resolve("results/today");
    new Core(List.of("--quick", "--out", made.resolve("core.json").toString()), System.out);
    assertTrue(Files.isDirectory(made));

    Path file = Files.createFile(folder.resolve("file"));
    for (Path bad : List.of(file.resolve("core.json"), made)) {
      List<String> arguments = List.of("--quick", "--out", bad.toString());
      String refusal =
          assertThrows(IllegalArgumentException.class, () -> new Core(arguments, System.out))
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
    Figures figures = new Jvm(-1, List.of()).run(point, new Settings(0.01, 3, 0.01));
    assertEquals(3, figures.runs().get("items_per_s").size());
    assertTrue(figures.median("items_per_s") > 1000);
  }

  @Test
  void shouldSayWhatAJvmDiedOf() {
    Point point = new Point(Workload.BULK, "nothing", "sum_wrapping", 64, 8, 16, Company.ALONE);
    Exception failed =
        assertThrows(
            java.io.IOException.class,
            () -> new Jvm(-1, List.of()).run(point, new Settings(0.01, 1, 0.01)));
    assertTrue(failed.getMessage().contains("no algorithm 'nothing'"), failed.getMessage());
  }
}
