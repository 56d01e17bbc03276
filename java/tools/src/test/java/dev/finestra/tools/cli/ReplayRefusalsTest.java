package dev.finestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Replay rejects bad lines with their number, and a bad command line before it reads any line. */
class ReplayRefusalsTest {
  @Test
  void shouldRejectBadLinesWithTheirNumberAndKeepEarlierResults() {
    refuses("insert", "insert needs a time and a value");
    refuses("insert 1", "insert needs a time and a value");
    refuses("insert 1 2 3", "the line continues with '3'");
    refuses("insert x 2", "'x' is not a time; it must be an integer");
    refuses("insert 1 2.5", "'2.5' is not a value; it must be an integer");
    refuses("insert 1 2,5", "'sum' aggregates values of 1 column, not of 2");
    refuses("insert 1 -", "'-' is not a value");
    refuses("insert 1 --2", "'--2' is not a value");
    refuses("insert 1 9223372036854775808", "from -9223372036854775808 to 9223372036854775807");
    refuses("insert -9223372036854775809 1", "is not a time");
    refuses("insert 1 nul", "'nul' is not a value");
    refuses("inser 1 2", "unknown operation 'inser'; the most similar are insert");
    refuses("INSERT 1 2", "unknown operation 'INSERT'");
    refuses("bulk_insert 1", "time 1 has none");
    refuses("bulk_insert 1 2 3", "time 3 has none");
    refuses("bulk_insert 2 2 1 1", "A bulk must be sorted by time: 1 comes after 2");
    refuses("bulk_insert 2 2 1 null", "A bulk must be sorted by time: 1 comes after 2");
    refuses("evict", "evict needs one time");
    refuses("evict 1 2", "evict needs one time");
    refuses("evict a", "'a' is not a time");
    refuses("bulk_evict", "bulk_evict needs one time");
    refuses("bulk_evict 1 2", "bulk_evict needs one time");
    refuses("query 1", "query has no arguments or two times");
    refuses("query 1 2 3", "query has no arguments or two times");
    refuses("oldest 1", "oldest has no arguments");
    refuses("youngest 1", "youngest has no arguments");
    refuses("size 1", "size has no arguments");
    refuses("snapshot 1", "snapshot has no arguments");
    refuses("a".repeat(1 << 20), "unknown operation '" + "a".repeat(60) + "…'; the most similar");
    refuses("insert 1 2 " + "3".repeat(1 << 20), "continues with '" + "3".repeat(60) + "…'");
    refuses("insert 1 " + "x".repeat(1 << 20), "'" + "x".repeat(60) + "…' is not a value");
    refuses("\u001b[2J\0", "unknown operation '\\u001b[2J\\u0000'");
    refuses("\ufeffinsert 1 2", "unknown operation '\\ufeffinsert'");
    refuses("insert 9 9223372036854775807\nquery", 2, "sum");
  }

  private static void refuses(String bad, String sentence) {
    refuses(bad, 1, sentence);
  }

  private static void refuses(String bad, int more, String sentence) {
    CommandRun run =
        CommandRun.replay(
            "fiba", "sum", "long", "insert 1 5\nquery\n\n# bad:\n" + bad + "\nquery\n");
    assertEquals(2, run.status(), bad);
    assertEquals("5\n", run.out(), bad);
    assertTrue(run.err().startsWith("line " + (4 + more) + ": "), run.err());
    assertTrue(run.err().contains(sentence), run.err());
    assertEquals(run.err().length() - 1, run.err().indexOf('\n'), "one sentence: " + run.err());
  }

  @Test
  void shouldRejectOperationsThatTheAlgorithmRejects() {
    String lines = "insert 5 1\ninsert 9 1\nquery\n";
    for (String bad : List.of("insert 4 1", "evict 9", "query 1 2")) {
      CommandRun run = CommandRun.replay("two_stacks_lite", "sum", "long", lines + bad);
      assertEquals(2, run.status(), bad);
      assertEquals("2\n", run.out(), bad);
      assertTrue(run.err().matches("line 4: two_stacks_lite cannot .*b_fiba4.*\n"), run.err());
    }
  }

  @Test
  void shouldRefuseBadStringsAndDoubles() {
    assertTrue(
        CommandRun.replay("fiba", "last", "string", "insert 1 \"a")
            .err()
            .contains("no closing quote"));
    assertTrue(
        CommandRun.replay("fiba", "last", "string", "insert 1 \"a\"b")
            .err()
            .contains("after the closing quote"));
    assertTrue(
        CommandRun.replay("fiba", "last", "string", "insert 1 \"\\x\"")
            .err()
            .contains("is not a JSON string"));
    assertTrue(
        CommandRun.replay("fiba", "last", "string", "insert 1 \"\\u12\"")
            .err()
            .contains("four hexadecimal digits"));
    assertTrue(
        CommandRun.replay("fiba", "sum", "double", "insert 1 1,5x").err().startsWith("line 1: "));
    assertTrue(
        CommandRun.replay("fiba", "sum", "double", "insert 1 abc")
            .err()
            .contains("'abc' is not a value"));
    assertTrue(
        CommandRun.replay("fiba", "arg_max", "long", "insert 1 5").err().contains("2 columns"));
    assertTrue(
        CommandRun.replay("fiba", "arg_max", "long", "insert 1 5,6,7").err().contains("2 columns"));
  }

  @Test
  void shouldRefuseABadCommandLine() {
    unfit(
        "Missing required options: '--algorithm=NAME', '--aggregation=NAME'; see 'finestra replay"
            + " --help'",
        "replay");
    unfit("Missing required option: '--aggregation=NAME'", "replay", "--algorithm", "fiba");
    unfit("'--algoritm'", "replay", "--algoritm", "fiba");
    unfit(
        "Missing required parameter for option '--type' (TYPE)",
        "replay",
        "--algorithm",
        "fiba",
        "--aggregation",
        "sum",
        "--type");
    unfit(
        "'--algorithm' (NAME) should be specified only once",
        "replay",
        "--algorithm",
        "fiba",
        "--algorithm",
        "fiba");
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
        "does not accept strings",
        "replay",
        "--algorithm",
        "fiba",
        "--aggregation",
        "sum",
        "--type",
        "string");
    unfit("malformed", "replay", "--algorithm", "fiba", "--aggregation", "top_k(");
    unfit("Unknown argument 'repla' (did you mean replay or explain?)", "repla");
    unfit("A command is missing");
    unfit("'now'", "demo", "now");
    unfit("--wide, --json are mutually exclusive", "list", "--wide", "--json");
    unfit("'\\u001b[2J" + "x".repeat(56) + "…'", "\u001b[2J" + "x".repeat(1 << 20));
    unfit("'" + "x".repeat(60) + "…'", "list", "x".repeat(1 << 20));
  }

  private static void unfit(String sentence, String... arguments) {
    CommandRun run = CommandRun.of("query\n", arguments);
    assertEquals(2, run.status());
    assertEquals("", run.out());
    assertTrue(run.err().contains(sentence), run.err());
  }
}
