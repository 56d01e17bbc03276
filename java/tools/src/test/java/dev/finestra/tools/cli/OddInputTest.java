package dev.finestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Odd input, as it occurs in files: odd bytes, odd numbers, too long lines, too many values. */
class OddInputTest {
  private static void answers(String aggregation, String type, String input, String output) {
    assertEquals(
        new CommandRun(0, output, ""), CommandRun.replay("fiba", aggregation, type, input), input);
  }

  @Test
  void shouldTellTypesThatTheAggregationTakes() {
    suggests("sum", "long", "x", "an integer (for other values use --type double)");
    suggests(
        "max", "long", "x", "an integer (for other values use --type double or --type string)");
    suggests("bit_or", "long", "x", "an integer");
    suggests("bit_or", "long", "9".repeat(30), "to " + Long.MAX_VALUE);
    suggests("corr", "long", "1,x", "an integer (for other values use --type double)");
    suggests("sum_kahan", "double", "x", "Infinity or -Infinity");
    suggests("top_k(3)", "double", "x", "(for other values use --type long or --type string)");
    suggests("tuple(max,sum)", "long", "x", "an integer (for other values use --type double)");
  }

  private static void suggests(String aggregation, String type, String value, String end) {
    CommandRun run = CommandRun.replay("fiba", aggregation, type, "insert 1 " + value);
    assertTrue(run.err().endsWith(end + "\n"), run.err());
  }

  @Test
  void shouldTakeDecimalNumbersOnly() {
    String good = "0.5 .5 5. -1e-3 +2E+4 007 1e-400 NaN Infinity +Infinity -Infinity -0.0";
    StringBuilder lines = new StringBuilder();
    for (String value : good.split(" ")) {
      lines.append("insert 1 ").append(value).append("\nquery\n");
    }
    answers(
        "last",
        "double",
        lines.toString(),
        "0.5\n0.5\n5.0\n-0.001\n20000.0\n7.0\n0.0\nNaN\nInfinity\nInfinity\n-Infinity\n-0.0\n");
    String bad = "1f 1d 1.5F 2D 0x1p3 1e400 -1e400 1e 1.2.3 - . nan inf infinity -NaN 1\u0001 ١";
    for (String value : bad.split(" ")) {
      CommandRun run = CommandRun.replay("fiba", "last", "double", "insert 1 " + value);
      assertEquals(2, run.status(), value);
      assertTrue(run.err().contains("is not a value; "), run.err());
      assertEquals(value.contains("e400"), run.err().contains("1.7976931348623157E308"), value);
    }
  }

  @Test
  void shouldSkipAByteOrderMark() {
    answers("sum", "long", "\ufeffinsert 1 2\nquery", "2\n");
    answers("sum", "long", "\ufeff", "");
  }

  @Test
  void shouldRefuseALineOfAnyLength() {
    CommandRun run = CommandRun.replay("fiba", "last", "string", new Endless("size\ninsert 1 \""));
    assertEquals(2, run.status());
    assertEquals("0\n", run.out());
    assertTrue(run.err().matches("line 2: the line is too long[^\n]*\n"), run.err());
  }

  /** A text, followed by the same letter without end. */
  private static final class Endless extends InputStream {
    private final byte[] text;
    private int at;

    Endless(String text) {
      this.text = text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int read() {
      return at < text.length ? text[at++] : 'x';
    }

    @Override
    public int read(byte[] to, int from, int most) {
      for (int i = 0; i < most; i++) {
        to[from + i] = (byte) read();
      }
      return most;
    }
  }

  /** Inserts texts until memory is full, whatever its size. */
  @Test
  void shouldSayThatMemoryIsFull() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.finestra.tools.cli.FinestraCommand",
                "replay",
                "--algorithm",
                "fiba",
                "--aggregation",
                "max",
                "--type",
                "string")
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    byte[] value = " x".concat("x".repeat(1 << 17)).concat("\n").getBytes(StandardCharsets.UTF_8);
    try (OutputStream in = process.getOutputStream()) {
      for (int time = 0; process.isAlive(); time++) {
        in.write(("insert " + time).getBytes(StandardCharsets.UTF_8));
        in.write(value);
      }
    } catch (IOException gone) {
      // expected: the program has ended
    }
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, process.waitFor(), err);
    assertTrue(
        err.matches("line [0-9]+: the memory of the JVM \\([0-9]+ MiB\\) is full; [^\n]*\n"), err);
  }

  @Test
  void shouldRefuseBytesThatAreNotUtf8() {
    for (byte bad : new byte[] {(byte) 0xff, (byte) 0xc3, (byte) 0x80}) {
      for (String quote : List.of("", "\"")) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(("insert 1 " + quote + "a").getBytes(StandardCharsets.UTF_8));
        line.write(bad);
        line.writeBytes((quote + "\n").getBytes(StandardCharsets.UTF_8));
        CommandRun run =
            CommandRun.replay(
                "fiba", "last", "string", new ByteArrayInputStream(line.toByteArray()));
        assertEquals(2, run.status());
        assertTrue(
            run.err().startsWith("line 1: the line is not UTF-8: 'insert 1 " + quote + "a"),
            run.err());
      }
    }
  }

  @Test
  void shouldRefuseHalvesOfCharacters() {
    for (String half : List.of("\\ud800", "a\\udc00b", "\\udc00\\ud800", "\\ud83d\\ud83d\\ude00")) {
      CommandRun run = CommandRun.replay("fiba", "last", "string", "insert 1 \"" + half + "\"");
      assertTrue(run.err().contains("contains half of a character"), run.err());
    }
    answers("last", "string", "insert 1 \"\\ud83d\\ude00\"\nquery", "😀\n");
  }
}
