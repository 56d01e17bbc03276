package dev.finestra.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Unmatched;

/** {@code finestra bench core|point|jmh}: the benchmarks in this module. */
@Command(
    name = "finestra bench",
    subcommands = {CoreBenchmark.class, PointCommand.class, BenchCommand.Jmh.class},
    synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand {
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final int HELP_WIDTH = 100;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli sets it
  private boolean help;

  private BenchCommand() {}

  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /**
   * Runs a benchmark; status 1 if a measurement failed, 2 for bad input.
   *
   * @param arguments those after {@code finestra bench}
   * @param more benchmarks of other modules
   */
  public static int execute(String[] arguments, Object... more) {
    CommandLine line = new CommandLine(new BenchCommand());
    for (Object command : more) {
      line.addSubcommand(command);
    }
    line.setUsageHelpWidth(HELP_WIDTH);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(
        (refused, given) -> refuse(refused.getCommandLine(), refused.getMessage()));
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          if (failure instanceof IllegalArgumentException
              || failure instanceof UnsupportedOperationException) {
            return refuse(command, failure.getMessage());
          }
          if (failure instanceof IOException) {
            System.err.println("finestra bench: " + failure.getMessage());
            return FAILED;
          }
          throw failure;
        });
    return line.execute(arguments);
  }

  private static int refuse(CommandLine command, String reason) {
    String name = command.getCommandSpec().qualifiedName();
    System.err.println(name + ": " + reason + "; see '" + name + " --help'");
    return BAD_INPUT;
  }

  @Command(
      name = "jmh",
      description = "Run JMH with its own options; -prof gc shows what is allocated.")
  static final class Jmh implements Callable<Integer> {
    @Unmatched private String[] options = {};

    @Override
    public Integer call() throws IOException {
      org.openjdk.jmh.Main.main(options);
      return 0;
    }
  }
}
