/**
 * Shared by the commands: errors for bad input, results as JSON, tables, durations and counts.
 *
 * <p>{@link dev.finestra.tools.cli.common.BadInputException} ends a command with exit status 2.
 * {@link dev.finestra.tools.cli.common.JsonText} prints results with Gson, {@link
 * dev.finestra.tools.cli.common.TextColumns} prints tables with picocli. {@link
 * dev.finestra.tools.cli.common.Quantity} reads {@code 10s} and prints {@code 1.5 MiB}. {@link
 * dev.finestra.tools.cli.common.CountedMax} counts the combines that the demo and {@code explain}
 * report.
 *
 * <p>This package knows no command. Commands know this package, and never each other.
 */
package dev.finestra.tools.cli.common;
