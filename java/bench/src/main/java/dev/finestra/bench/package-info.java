/**
 * Measures Finestra: the papers' experiments as data ({@code finestra bench core}), one point of
 * them ({@code finestra bench point}), and JMH's benches ({@code finestra bench jmh}).
 *
 * <p>Choose {@code core} for figures to keep, {@code point} to hold one configuration against
 * another program, {@code jmh} for profilers. Not here: the connectors, which are measured where
 * they run.
 */
package dev.finestra.bench;
