package dev.finestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.testing.Histories;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Replay prints the right results of histories, in the documented format. */
class ReplayTest {
  private static void answers(
      String algorithm, String aggregation, String type, String input, String output) {
    assertEquals(
        new CommandRun(0, output, ""),
        CommandRun.replay(algorithm, aggregation, type, input),
        input);
  }

  @Test
  void shouldAnswerEveryOperation() {
    answers(
        "b_fiba4",
        "sum",
        "long",
        """
        # nothing yet
        query
        oldest
        youngest
        size
        insert 5 -3
        bulk_insert 1 +10 7 20 7 1
        insert 6 null

        query
        query 5 7
        query 7 5
        oldest
        \t youngest \t
        size
        evict 6
        evict 5
        query
        snapshot
        query
        bulk_evict 1
        query
        bulk_insert
        bulk_evict 9223372036854775807
        query
        oldest\
        """,
        """
        0
        null
        null
        0
        28
        18
        0
        1
        7
        3
        31
        31
        21
        0
        null
        """);
  }

  @Test
  void shouldPrintScalarsPlainAndStructuresAsJson() {
    answers(
        "auto",
        "mean",
        "double",
        "query\ninsert 1 1e10\nquery\ninsert 2 NaN\nquery\n",
        "null\n1.0E10\nNaN\n");
    answers(
        "fiba",
        "max",
        "long",
        "query\ninsert -9223372036854775808 -9223372036854775808\nquery\noldest",
        "null\n-9223372036854775808\n-9223372036854775808\n");
    answers(
        "fiba",
        "collect",
        "double",
        "query\ninsert 1 -0.0\ninsert 2 Infinity\nquery",
        "[]\n[-0.0,\"Infinity\"]\n");
    answers(
        "fiba",
        "m4",
        "long",
        "insert 1 4\ninsert 2 3\nquery",
        "{\"first\":4,\"last\":3,\"min\":3,\"max\":4}\n");
    answers(
        "recalculate",
        "tuple(sum,concat)",
        "long",
        "insert 1 4\ninsert 2 3\nquery",
        "[7,\"43\"]\n");
    answers("fiba", "bool_and", "long", "query\n", "true\n");
  }

  @Test
  void shouldReadRowsOfATupleOfTexts() {
    answers(
        "fiba",
        "tuple(count,max)",
        "string",
        "insert 1 \"a\",b\ninsert 2 \"x,y\",\"b c\"\ninsert 3 \"q\",null\nquery\n",
        "[3,\"b c\"]\n");
    answers(
        "fiba",
        "tuple(count,max)",
        "string",
        "insert 1 a,b\ninsert 2 \"c\"\nquery\n",
        "[2,\"c\"]\n");
  }

  @Test
  void shouldReadStringsAsWordsOrAsJson() {
    answers("fiba", "last", "string", "insert 1 a,b\nquery\n", "a,b\n");
    answers("fiba", "last", "string", "insert 1 \"two words\"\nquery\n", "two words\n");
    answers("fiba", "last", "string", "query\ninsert 1 \"null\"\nquery\n", "null\n\"null\"\n");
    answers("fiba", "max", "string", "insert 1 \"a\\nb\"\nquery\n", "\"a\\nb\"\n");
    answers("fiba", "count", "string", "insert 1 null\nquery\ninsert 2 \"\"\nquery\n", "0\n1\n");
    answers(
        "fiba",
        "collect",
        "string",
        "bulk_insert 1 \"a \\\"b\\\" \\\\ \\u00e9\\n\" 2 ünï 3 \"#\" 3 c\"d\nquery\n",
        "[\"a \\\"b\\\" \\\\ é\\n\",\"ünï\",\"#\",\"c\\\"d\"]\n");
  }

  @Test
  void shouldReadColumnsJoinedByCommas() {
    answers(
        "fiba",
        "arg_max",
        "long",
        "bulk_insert 1 3,4 2 5,6 3 7,1\nquery\ninsert 4 null\ninsert 5 9,null\nquery\n",
        "5\n5\n");
    answers("fiba", "arg_max", "string", "insert 1 \"x, y\",4\ninsert 2 z,3.5\nquery\n", "x, y\n");
    answers("fiba", "covar_samp", "double", "insert 1 1,2\ninsert 2 2,4\nquery\n", "1.0\n");
    answers("fiba", "tuple(sum,max)", "long", "insert 1 1\ninsert 2 2,7\nquery\n", "[3,7]\n");
  }

  /** All algorithms that accept a history have the same answers. */
  @Test
  void shouldAnswerRandomHistoriesAsRecalculation() {
    Trials.run(
        300,
        6_000,
        "random histories through the command line",
        (seed, only) -> {
          List<Algorithm> any =
              Subjects.algorithms().stream()
                  .filter(a -> a.is(Trait.OUT_OF_ORDER) && a.is(Trait.RANGE_QUERY))
                  .toList();
          Algorithm algorithm = any.get(new SplittableRandom(seed).nextInt(any.size()));
          String history = Histories.of(seed, false).lines() + "query\nsize\noldest\nyoungest\n";
          String aggregation = history.length() < 100_000 ? "concat" : "first";
          CommandRun expected = CommandRun.replay("recalculate", aggregation, "string", history);
          assertEquals(0, expected.status(), expected.err());
          assertEquals(
              expected,
              CommandRun.replay(algorithm.name(), aggregation, "string", history),
              algorithm.name());
        });
  }

  @Test
  void shouldReadLinesAcrossItsBufferWithAnyLineEnd() {
    StringBuilder bulk = new StringBuilder("insert 0 1\r\nbulk_insert");
    for (int i = 1; i <= 100_000; i++) {
      bulk.append(' ').append(i).append(' ').append(i);
    }
    answers(
        "fiba", "sum", "long", bulk + "\r\nquery\r\nquery 99999 100000", "5000050001\n199999\n");
  }

  @Test
  void shouldFlushResultsBeforeItWaitsForInput() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] lines = {"insert 1 5\nque", "ry\n", "insert 2 6\nquery\nsi", "ze\n"};
    String[] before = {"", "", "5\n", "5\n11\n", "5\n11\n2\n"};
    InputStream slow =
        new InputStream() {
          private int next;

          @Override
          public int read() {
            throw new UnsupportedOperationException("nobody reads single bytes");
          }

          @Override
          public int read(byte[] to, int at, int most) {
            assertEquals(before[next], out.toString(StandardCharsets.UTF_8), "before read " + next);
            if (next == lines.length) {
              return -1;
            }
            byte[] bytes = lines[next++].getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, to, at, bytes.length);
            return bytes.length;
          }
        };
    PrintStream err = new PrintStream(OutputStreamOfNothing.INSTANCE, true, StandardCharsets.UTF_8);
    assertEquals(
        0,
        FinestraCommand.run(
            List.of("replay", "--algorithm", "auto", "--aggregation", "sum"), slow, out, err));
  }

  private static final class OutputStreamOfNothing extends java.io.OutputStream {
    static final OutputStreamOfNothing INSTANCE = new OutputStreamOfNothing();

    @Override
    public void write(int b) {
      throw new AssertionError("nothing goes to standard error");
    }
  }

  /** Judged by completing; a second or two is usual. */
  @Test
  void shouldTakeAMillionLines() {
    int lines = 1_000_000;
    InputStream input =
        new InputStream() {
          private byte[] chunk = {};
          private int at;
          private int line;

          @Override
          public int read() {
            throw new UnsupportedOperationException("nobody reads single bytes");
          }

          @Override
          public int available() {
            return 1;
          }

          @Override
          public int read(byte[] to, int offset, int most) {
            if (at == chunk.length) {
              if (line == lines) {
                return -1;
              }
              StringBuilder text = new StringBuilder();
              for (int i = 0; i < 1_000; i++, line++) {
                switch (line % 4) {
                  case 0, 1 ->
                      text.append("insert ").append(line).append(' ').append(line).append('\n');
                  case 2 -> text.append("bulk_evict ").append(line - 40_000).append('\n');
                  default -> text.append("query\n");
                }
              }
              chunk = text.toString().getBytes(StandardCharsets.US_ASCII);
              at = 0;
            }
            int n = Math.min(most, chunk.length - at);
            System.arraycopy(chunk, at, to, offset, n);
            at += n;
            return n;
          }
        };
    CommandRun run = CommandRun.of(input, "replay", "--algorithm", "fiba", "--aggregation", "max");
    assertEquals("", run.err());
    assertEquals(lines / 4, run.out().lines().count());
    assertTrue(run.out().startsWith("1\n5\n9\n"), run.out().substring(0, 20));
    assertTrue(run.out().endsWith("\n999993\n999997\n"));
  }
}
