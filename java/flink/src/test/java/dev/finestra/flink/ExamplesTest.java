package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each program in examples/flink runs and prints its results. */
class ExamplesTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  /** The lines that an example prints, without the numbers of the tasks. */
  static List<String> run(String example) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
      Class.forName(example).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return Arrays.stream(bytes.toString(StandardCharsets.UTF_8).split("\n"))
        .map(line -> line.replaceFirst("^\\d+> ", ""))
        .toList();
  }

  @Test
  void shouldEmitADayEachSecond() throws Exception {
    List<String> lines = run("DayBySecond");
    assertTrue(lines.contains("+I[ACME, -86398000, 2000, 20.5]"), lines.toString());
    assertTrue(lines.contains("+I[ACME, -86395000, 5000, 21.0]"), lines.toString());
    assertTrue(lines.contains("+I[ACME, 3000, 86403000, 19.5]"), lines.toString());
  }

  @Test
  void shouldEmitTheLastMinute() throws Exception {
    assertEquals(
        List.of(
            "+I[s1, 0, 1.0, 1]",
            "+I[s1, 60000, 2.0, 2]",
            "+I[s1, 60001, 4.0, 2]",
            "+I[s1, 30000, 4.5, 2]"),
        run("LastMinute"));
  }

  @Test
  void shouldEmitTheLastHourAndTheLastDay() throws Exception {
    assertEquals(
        List.of(
            "+I[c1, 0, 20, 20, 1, 1]",
            "+I[c1, 3600000, 25, 25, 2, 2]",
            "+I[c1, 10800000, 7, 32, 1, 3]",
            "+I[c1, 90000000, 1, 13, 1, 3]"),
        run("HourAndDay"));
  }

  @Test
  void shouldAggregateInEachWay() throws Exception {
    List<String> lines = run("Answers");
    assertEquals(4 * 3, lines.size(), lines.toString());
    // The last two seconds of the second and third trade, by a selector, several, a function.
    assertTrue(lines.containsAll(List.of("+I[ann, 2500, 21.0]", "+I[ann, 4000, 21.0]")));
    assertTrue(lines.containsAll(List.of("+I[ann, 2500, 21.0, 2]", "+I[ann, 4000, 21.0, 2]")));
    assertEquals(2, lines.stream().filter("21.0 at 2500"::equals).count(), lines.toString());
  }

  @Test
  void shouldEmitCorrections() throws Exception {
    List<String> lines = run("Corrections");
    assertEquals(
        List.of(
            "+I[all, -5000, 5000, 10]",
            "+I[all, 0, 10000, 10]",
            "-U[all, 0, 10000, 10]",
            "+U[all, 0, 10000, 17]",
            "-U[all, -5000, 5000, 10]",
            "+U[all, -5000, 5000, 17]",
            "+I[all, 5000, 15000, 5]",
            "+I[all, 10000, 20000, 5]"),
        lines);
  }

  @Test
  void shouldAggregateByTheUsersFunction() throws Exception {
    assertEquals(List.of("12", "6", "9"), run("OwnFunction"));
  }
}
