package dev.finestra.cli;

import dev.finestra.Version;
import dev.finestra.name.Nearest;
import dev.finestra.name.Shown;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * The command line's entry: picks the command, and turns what goes wrong into a sentence and an
 * exit status.
 */
public final class Main {
  static final int OK = 0;
  static final int BAD_INPUT = 2;
  static final int DEFECT = 70;
  static final int NO_OUTPUT = 74;

  private static final String HELP =
      """
      finestra: sliding-window aggregation by name

        finestra list [--wide|--json] the algorithms and aggregations, with their properties
        finestra replay …             run operations from standard input (finestra replay --help)
        finestra explain …            what a window will cost, before it runs (finestra explain --help)
        finestra show …               the tree that operations leave, as JSON (finestra show --help)
        finestra demo                 a sliding window at work, a few seconds
        finestra bench …              the benchmarks, from a checkout (bin/finestra bench --help)
        finestra --version            the version
        finestra --help               this

      Exit status: 0 done · 2 bad input or a bad command line, the sentence on standard error says what and where ·
      70 a defect in the program, please report it · 74 input or output failed.
      """;

  private static final List<String> COMMANDS =
      List.of("list", "replay", "show", "explain", "demo", "bench", "--version", "--help");

  private Main() {}

  public static void main(String[] arguments) {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    System.exit(run(List.of(arguments), System.in, new FileOutputStream(FileDescriptor.out), err));
  }

  /** Runs one command; answers the exit status. */
  static int run(List<String> arguments, InputStream in, OutputStream out, PrintStream err) {
    try {
      command(arguments, in, out);
      return OK;
    } catch (BadInput bad) {
      err.println(Shown.escaped(bad.getMessage()));
      return BAD_INPUT;
    } catch (IOException failed) {
      err.println("finestra: input or output failed: " + failed.getMessage());
      return NO_OUTPUT;
    } catch (RuntimeException | Error defect) {
      err.println("finestra: a defect in the program; please report it with what follows");
      defect.printStackTrace(err);
      return DEFECT;
    }
  }

  private static void command(List<String> arguments, InputStream in, OutputStream out)
      throws BadInput, IOException {
    if (arguments.isEmpty()) {
      throw new BadInput("finestra needs a command: " + String.join(", ", COMMANDS));
    }
    String name = arguments.get(0);
    List<String> rest = arguments.subList(1, arguments.size());
    boolean help = rest.contains("--help") || rest.contains("-h");
    switch (name) {
      case "replay" -> {
        if (help) {
          print(out, Replay.HELP);
        } else {
          Replay.run(rest, in, out);
        }
      }
      case "list" -> {
        if (help) {
          print(out, Listing.HELP);
        } else {
          Listing.run(rest, out);
        }
      }
      case "show" -> {
        if (help) {
          print(out, Show.HELP);
        } else {
          Show.run(rest, in, out);
        }
      }
      case "explain" -> {
        if (help) {
          print(out, Explain.HELP);
        } else {
          Explain.run(rest, out);
        }
      }
      case "demo" -> {
        if (help) {
          print(out, Demo.HELP);
        } else {
          Arguments.read("demo", rest, Set.of(), Set.of());
          Demo.run(out, Boolean.getBoolean("finestra.terminal"));
        }
      }
      case "bench" ->
          throw new BadInput(
              "bench is a program of its own; bin/finestra in a checkout runs it: bin/finestra"
                  + " bench --help");
      case "--version", "version" -> print(out, "finestra " + Version.text() + "\n");
      case "--help", "-h", "help" -> print(out, HELP);
      default ->
          throw new BadInput(
              "there is no command "
                  + Shown.quoted(name)
                  + "; the nearest are "
                  + String.join(", ", Nearest.to(name, COMMANDS)));
    }
  }

  static void print(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
