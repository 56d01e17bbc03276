package dev.finestra.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Replay refuses bad lines with their number, and a bad command line before it reads any. */
class ReplayRefusalsTest {
  @Test
  void shouldRefuseBadLinesWithTheirNumberAndKeepWhatWasAnswered() {
    refuses("insert", "insert takes a time and a value");
    refuses("insert 1", "insert takes a time and a value");
    refuses("insert 1 2 3", "there is more on the line: '3'");
    refuses("insert x 2", "'x' is no time: it must be a whole number");
    refuses("insert 1 2.5", "'2.5' is no value: it must be a whole number");
    refuses("insert 1 2,5", "sum takes values of 1 column, not of 2");
    refuses("insert 1 -", "'-' is no value");
    refuses("insert 1 --2", "'--2' is no value");
    refuses("insert 1 9223372036854775808", "from -9223372036854775808 to 9223372036854775807");
    refuses("insert -9223372036854775809 1", "is no time");
    refuses("insert 1 nul", "'nul' is no value");
    refuses("inser 1 2", "there is no operation 'inser'; the nearest are insert");
    refuses("INSERT 1 2", "there is no operation 'INSERT'");
    refuses("bulk_insert 1", "time 1 has none");
    refuses("bulk_insert 1 2 3", "time 3 has none");
    refuses("bulk_insert 2 2 1 1", "a bulk must be sorted by time: 1 comes after 2");
    refuses("bulk_insert 2 2 1 null", "a bulk must be sorted by time: 1 comes after 2");
    refuses("evict", "evict takes one time");
    refuses("evict 1 2", "evict takes one time");
    refuses("evict a", "'a' is no time");
    refuses("bulk_evict", "bulk_evict takes one time");
    refuses("bulk_evict 1 2", "bulk_evict takes one time");
    refuses("query 1", "query takes nothing, or two times");
    refuses("query 1 2 3", "query takes nothing, or two times");
    refuses("oldest 1", "oldest takes nothing");
    refuses("youngest 1", "youngest takes nothing");
    refuses("size 1", "size takes nothing");
    refuses("snapshot 1", "snapshot takes nothing");
    refuses("a".repeat(1 << 20), "there is no operation '" + "a".repeat(60) + "…'; the nearest");
    refuses("insert 1 2 " + "3".repeat(1 << 20), "line: '" + "3".repeat(60) + "…'");
    refuses("insert 1 " + "x".repeat(1 << 20), "'" + "x".repeat(60) + "…' is no value");
    refuses("\u001b[2J\0", "there is no operation '\\u001b[2J\\u0000'");
    refuses("\ufeffinsert 1 2", "there is no operation '\\ufeffinsert'");
    refuses("insert 9 9223372036854775807\nquery", 2, "sum");
  }

  private static void refuses(String bad, String sentence) {
    refuses(bad, 1, sentence);
  }

  private static void refuses(String bad, int more, String sentence) {
    Run run =
        Run.replay("fiba", "sum", "long", "insert 1 5\nquery\n\n# bad:\n" + bad + "\nquery\n");
    assertEquals(2, run.status(), bad);
    assertEquals("5\n", run.out(), bad);
    assertTrue(run.err().startsWith("line " + (4 + more) + ": "), run.err());
    assertTrue(run.err().contains(sentence), run.err());
    assertEquals(run.err().length() - 1, run.err().indexOf('\n'), "one sentence: " + run.err());
  }

  @Test
  void shouldRefuseWhatTheAlgorithmRefuses() {
    String lines = "insert 5 1\ninsert 9 1\nquery\n";
    for (String bad : List.of("insert 4 1", "evict 9", "query 1 2")) {
      Run run = Run.replay("two_stacks_lite", "sum", "long", lines + bad);
      assertEquals(2, run.status(), bad);
      assertEquals("2\n", run.out(), bad);
      assertTrue(run.err().matches("line 4: two_stacks_lite cannot .*b_fiba4.*\n"), run.err());
    }
  }

  @Test
  void shouldRefuseBadStringsAndDoubles() {
    assertTrue(
        Run.replay("fiba", "last", "string", "insert 1 \"a").err().contains("no closing quote"));
    assertTrue(
        Run.replay("fiba", "last", "string", "insert 1 \"a\"b")
            .err()
            .contains("after the closing quote"));
    assertTrue(
        Run.replay("fiba", "last", "string", "insert 1 \"\\x\"")
            .err()
            .contains("'\\x' means nothing"));
    assertTrue(
        Run.replay("fiba", "last", "string", "insert 1 \"\\u12\"")
            .err()
            .contains("four hexadecimal digits"));
    assertTrue(Run.replay("fiba", "sum", "double", "insert 1 1,5x").err().startsWith("line 1: "));
    assertTrue(
        Run.replay("fiba", "sum", "double", "insert 1 abc").err().contains("'abc' is no value"));
    assertTrue(Run.replay("fiba", "arg_max", "long", "insert 1 5").err().contains("2 columns"));
    assertTrue(Run.replay("fiba", "arg_max", "long", "insert 1 5,6,7").err().contains("2 columns"));
  }

  @Test
  void shouldRefuseABadCommandLine() {
    unfit("needs --algorithm", "replay");
    unfit("needs --aggregation", "replay", "--algorithm", "fiba");
    unfit("'--algoritm'", "replay", "--algoritm", "fiba");
    unfit(
        "--type needs a value", "replay", "--algorithm", "fiba", "--aggregation", "sum", "--type");
    unfit("given twice", "replay", "--algorithm", "fiba", "--algorithm", "fiba");
    unfit(
        "long, double, string",
        "replay",
        "--algorithm",
        "fiba",
        "--aggregation",
        "sum",
        "--type",
        "int");
    unfit("b_fiba4", "replay", "--algorithm", "b_fib4", "--aggregation", "sum");
    unfit("from 2 to 64", "replay", "--algorithm", "b_fiba1", "--aggregation", "sum");
    unfit("has no inverse", "replay", "--algorithm", "subtract_on_evict", "--aggregation", "max");
    unfit("sum", "replay", "--algorithm", "fiba", "--aggregation", "summ");
    unfit(
        "does not take strings",
        "replay",
        "--algorithm",
        "fiba",
        "--aggregation",
        "sum",
        "--type",
        "string");
    unfit("malformed", "replay", "--algorithm", "fiba", "--aggregation", "top_k(");
    unfit("replay", "repla");
    unfit("needs a command");
    unfit("'now'", "demo", "now");
    unfit("--wide or --json, not both", "list", "--wide", "--json");
    unfit("bin/finestra bench", "bench", "core");
    unfit("'\\u001b[2J" + "x".repeat(56) + "…'", "\u001b[2J" + "x".repeat(1 << 20));
    unfit("'" + "x".repeat(60) + "…'", "list", "x".repeat(1 << 20));
  }

  private static void unfit(String sentence, String... arguments) {
    Run run = Run.of("query\n", arguments);
    assertEquals(2, run.status());
    assertEquals("", run.out());
    assertTrue(run.err().contains(sentence), run.err());
  }
}
