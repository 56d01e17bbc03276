/**
 * {@code finestra replay} and {@code finestra show}: operations from standard input, run on a
 * window.
 *
 * <pre>
 *   standard input ─▶ LineReader ─▶ InputLine ─▶ Replayer ─▶ window ─▶ one line per query
 *                       lines      words, values
 * </pre>
 *
 * <p>The first malformed line ends the run with a {@link
 * dev.finestra.tools.cli.common.BadInputException} that names the line's number.
 *
 * <p>{@code ReplayCommand} prints the results. {@code ShowCommand} prints the final tree, for
 * Python to draw.
 */
package dev.finestra.tools.cli.replay;
