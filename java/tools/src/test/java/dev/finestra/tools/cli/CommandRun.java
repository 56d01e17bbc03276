package dev.finestra.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The exit status and the output of a command. */
record CommandRun(int status, String out, String err) {
  static CommandRun of(String input, String... arguments) {
    return of(bytes(input), arguments);
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  static CommandRun of(InputStream input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        FinestraCommand.run(
            List.of(arguments), input, out, new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  static CommandRun replay(String algorithm, String aggregation, String type, String input) {
    return replay(algorithm, aggregation, type, bytes(input));
  }

  static CommandRun replay(String algorithm, String aggregation, String type, InputStream input) {
    return of(
        input, "replay", "--algorithm", algorithm, "--aggregation=" + aggregation, "--type", type);
  }
}
