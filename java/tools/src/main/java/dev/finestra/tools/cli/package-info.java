/**
 * The command line's part in the JVM: {@code list}, {@code replay}, {@code show}, {@code explain}
 * and {@code demo}.
 *
 * <pre>
 *   FinestraCommand          main, exit statuses, the sentence for each error
 *     ├─ catalog             list: the algorithms and aggregations
 *     ├─ replay              replay, show: operations from a file or from standard input
 *     ├─ explain             explain: expected sizes and costs of a window
 *     ├─ demo                demo: a window at work in the terminal
 *     └─ common              errors, JSON, tables, quantities
 * </pre>
 *
 * <p>Users start {@code finestra}, which is Python ({@code python/finestra/cli}). It starts {@link
 * dev.finestra.tools.cli.FinestraCommand} for the commands above and passes their arguments on
 * unread. To add a command, write a class with picocli's {@code @Command}, add it in {@code
 * FinestraCommand.run}, and describe it in {@code commands.properties}; Python finds it there.
 *
 * <p>The package uses the library as any caller does, and nothing depends on it. It is no API: only
 * the options and the output are stable.
 */
package dev.finestra.tools.cli;
