package dev.finestra.tools.cli.replay;

import picocli.CommandLine.Option;

/** The options that name the window of a command. */
final class WindowNames {
  @Option(
      names = "--algorithm",
      required = true,
      paramLabel = "NAME",
      description = "Algorithm, such as b_fiba4. 'finestra list' prints all names.")
  String algorithm;

  @Option(
      names = "--aggregation",
      required = true,
      paramLabel = "NAME",
      description = "Aggregation, such as max.")
  String aggregation;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "long",
      description = "Type of the values: long, double or string (default: ${DEFAULT-VALUE}).")
  String type;
}
