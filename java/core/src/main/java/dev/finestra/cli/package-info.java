/**
 * The command line: {@code finestra list}, {@code replay} and {@code demo}.
 *
 * <p>Read {@link dev.finestra.cli.Main} first. Nothing else rests on this package, and it uses the
 * library as any caller does. It is not an API: the options and the output are what stays.
 */
package dev.finestra.cli;
