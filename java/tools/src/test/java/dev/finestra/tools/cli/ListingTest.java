package dev.finestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lists contain everything in the catalogs, and the JSON keeps its shape. */
class ListingTest {
  private static final List<String> ALGORITHM_KEYS =
      List.of(
          "name",
          "order",
          "native_bulk_evict",
          "native_bulk_insert",
          "range_queries",
          "keeps_entries",
          "needs",
          "costs",
          "insert",
          "evict",
          "bulk_insert",
          "bulk_evict",
          "query",
          "space",
          "paper");

  private static String out(String... arguments) {
    CommandRun run = CommandRun.of("", arguments);
    assertEquals("", run.err());
    assertEquals(0, run.status());
    return run.out();
  }

  @Test
  void shouldListEveryNameOnALineOfItsOwn() {
    listsEveryName(out("list").lines().toList());
    listsEveryName(out("list", "--wide").lines().toList());
  }

  private static void listsEveryName(List<String> lines) {
    for (Algorithm algorithm : SlidingWindows.algorithms()) {
      assertEquals(
          1,
          lines.stream().filter(l -> l.startsWith(algorithm.name() + " ")).count(),
          algorithm.name());
    }
    for (String name : Aggregations.names()) {
      assertTrue(lines.stream().anyMatch(l -> l.matches(Pattern.quote(name) + "[ (\\[].*")), name);
    }
  }

  @Test
  void shouldAlignItsColumns() {
    alignsItsColumns(
        out("list").lines().toList(), List.of("order", "native bulk", "insert", "query"));
    alignsItsColumns(
        out("list", "--wide").lines().toList(),
        List.of("order", "native bulk", "keeps entries", "insert", "bulk evict", "query", "paper"));
  }

  private static void alignsItsColumns(List<String> lines, List<String> columns) {
    int header = lines.indexOf("Algorithms") + 2;
    for (int i = header + 2; !lines.get(i).isEmpty(); i++) {
      for (String column : columns) {
        int at = lines.get(header).indexOf("  " + column) + 2;
        assertTrue(
            lines.get(i).charAt(at) != ' ' && lines.get(i).startsWith("  ", at - 2),
            lines.get(i) + " at " + column);
      }
    }
  }

  @Test
  void shouldFitATerminal() {
    out("list").lines().forEach(line -> assertTrue(line.length() <= 120, line));
    for (String command : List.of("list", "replay", "explain", "demo")) {
      out(command, "--help").lines().forEach(line -> assertTrue(line.length() <= 120, line));
    }
  }

  @Test
  void shouldFlagProperties() {
    String list = out("list");
    assertTrue(list.matches("(?s).*\nmax +all types +c-sfe .*"), list);
    assertTrue(list.matches("(?s).*\nsum +long, double +ci-fE .*"), list);
    assertTrue(list.matches("(?s).*\nconcat +all types +-i--e .*"), list);
  }

  @Test
  void shouldKeepTheShapeOfItsJson() {
    String json = out("list", "--json");
    assertEquals(1, json.lines().count());
    String algorithms =
        json.substring("{\"algorithms\":[".length(), json.indexOf("],\"aggregations\":["));
    List<String> keys = keys(algorithms);
    assertEquals(ALGORITHM_KEYS.size() * SlidingWindows.algorithms().size(), keys.size());
    for (int i = 0; i < keys.size(); i++) {
      assertEquals(ALGORITHM_KEYS.get(i % ALGORITHM_KEYS.size()), keys.get(i));
    }
    assertTrue(
        json.startsWith(
            "{\"algorithms\":[{\"name\":\"b_fiba2\",\"order\":\"any\",\"native_bulk_evict\":true,"),
        json);
    assertTrue(
        json.contains(
            "{\"name\":\"sum\",\"form\":\"sum\",\"example\":\"sum\",\"inputs\":[\"long\",\"double\"],\"columns\":1,"
                + "\"properties\":{\"long\":[\"commutative\",\"invertible\",\"fixed_size\",\"exact\"],"
                + "\"double\":[\"commutative\",\"invertible\",\"fixed_size\"]},\"meaning\":\""),
        json);
  }

  private static List<String> keys(String json) {
    return Pattern.compile("\"([a-z_]+)\":")
        .matcher(json)
        .results()
        .map((MatchResult m) -> m.group(1))
        .toList();
  }

  @Test
  void shouldTellTheVersionOfTheBuild() throws IOException {
    String pom = Files.readString(Path.of("../../pom.xml"));
    String version = pom.replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
    assertEquals("finestra " + version + "\n", out("--version"));
  }

  @Test
  void shouldHelp() {
    for (String status : List.of("0", "2", "70", "74")) {
      assertTrue(out("--help").matches("(?s).*\n +" + status + " +[A-Z].*"), status);
    }
    for (String command : List.of("list", "replay", "show", "explain", "demo")) {
      assertTrue(out("--help").contains("  " + command + " "), command);
      assertTrue(out(command, "--help").contains("Usage: finestra " + command), command);
      assertFalse(out(command, "--help").contains("Example") == command.matches("demo|show"));
    }
    for (String told :
        List.of("arg_max(long)", "subwindow(10)", "printed as a", "-Infinity", "insert 1 5\\n")) {
      assertTrue(out("replay", "--help").contains(told), told);
    }
    for (String told : List.of("subwindow(width)", "slicing(reorder(A,bound),width)", "--wide")) {
      assertTrue(out("list").contains(told), told);
    }
  }

  @Test
  void shouldShowAWindowAtWorkWithoutATerminal() {
    String demo = out("demo");
    assertTrue(demo.contains("120s      106   34.50"), demo);
    assertTrue(
        demo.matches(
            "(?s).*90 s to 100 s: max 34\\.50, mean [0-9.]+, quantile\\(0\\.9\\) 21\\.07.*"),
        demo);
    assertTrue(demo.contains("165s       15 "), demo);
    assertTrue(
        demo.lines().filter(l -> l.matches("(in order|up to 60 s late) .*[0-9]")).count() == 7,
        demo);
  }
}
