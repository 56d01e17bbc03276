package dev.finestra.tools.cli;

import dev.finestra.Version;
import dev.finestra.internal.name.Shown;
import dev.finestra.tools.cli.catalog.ListCommand;
import dev.finestra.tools.cli.common.BadInputException;
import dev.finestra.tools.cli.demo.DemoCommand;
import dev.finestra.tools.cli.explain.ExplainCommand;
import dev.finestra.tools.cli.replay.ReplayCommand;
import dev.finestra.tools.cli.replay.ShowCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The commands that run in the JVM, and the exit statuses of their failures.
 *
 * <p>Each command declares its options in its own class. {@code commands.properties} has one
 * sentence for each command and the table of exit statuses; Python's {@code finestra --help} reads
 * it too.
 */
@Command(
    name = "finestra",
    resourceBundle = "dev.finestra.tools.cli.commands",
    synopsisSubcommandLabel = "COMMAND")
public final class FinestraCommand implements Runnable {
  static final int BAD_INPUT = 2;
  static final int DEFECT = 70;
  static final int OUTPUT_FAILED = 74;

  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli sets it
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
  @SuppressWarnings("UnusedVariable") // picocli sets it
  private boolean version;

  private FinestraCommand() {}

  public static void main(String[] arguments) {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    System.exit(run(List.of(arguments), System.in, new FileOutputStream(FileDescriptor.out), err));
  }

  /** Runs one command and returns its exit status. */
  static int run(List<String> arguments, InputStream in, OutputStream out, PrintStream err) {
    CommandLine line = new CommandLine(new FinestraCommand());
    line.getCommandSpec().version("finestra " + Version.text());
    line.addSubcommand(new ListCommand(out));
    line.addSubcommand(new ReplayCommand(in, out));
    line.addSubcommand(new ShowCommand(in, out));
    line.addSubcommand(new ExplainCommand(out));
    line.addSubcommand(new DemoCommand(out, Boolean.getBoolean("finestra.terminal")));
    line.setOut(new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true));
    line.setUsageHelpWidth(HELP_WIDTH);
    line.setParameterExceptionHandler((refused, given) -> refuse(refused, err));
    line.setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, err));
    try {
      return line.execute(arguments.toArray(String[]::new));
    } catch (Error defect) {
      return fail(defect, err);
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing");
  }

  private static int refuse(ParameterException refused, PrintStream err) {
    String command = refused.getCommandLine().getCommandSpec().qualifiedName();
    err.println(
        Shown.escaped(command + ": " + sentence(refused) + "; see '" + command + " --help'"));
    return BAD_INPUT;
  }

  /**
   * The error's sentence. An unknown argument is reported rather than a missing option, because it
   * explains more.
   */
  private static String sentence(ParameterException refused) {
    CommandLine command = refused.getCommandLine();
    List<String> unknown = command.getUnmatchedArguments();
    if (unknown.isEmpty()) {
      return refused.getMessage();
    }
    List<String> near = new UnmatchedArgumentException(command, unknown).getSuggestions();
    return "Unknown argument "
        + Shown.quoted(unknown.get(0))
        + (near.isEmpty() ? "" : " (did you mean " + String.join(" or ", near) + "?)");
  }

  private static int fail(Throwable failure, PrintStream err) {
    if (failure instanceof BadInputException) {
      err.println(Shown.escaped(failure.getMessage()));
      return BAD_INPUT;
    }
    if (failure instanceof IOException) {
      err.println("finestra: input or output failed: " + failure.getMessage());
      return OUTPUT_FAILED;
    }
    err.println("finestra: this is a defect; please report it with this stack trace:");
    failure.printStackTrace(err);
    return DEFECT;
  }
}
