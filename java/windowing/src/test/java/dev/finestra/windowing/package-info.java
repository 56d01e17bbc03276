/**
 * Tests of the windows of one key, without an engine. {@code Simulation} is an engine in one
 * thread, with state, timers, a clock and snapshots. The random tests run some twenty times faster
 * on it than in Flink's test harness.
 *
 * <pre>
 * WindowGridTest         starts, ends and panes, against their definition
 * KeyOracleTest          all kinds of windows and emissions, against a list of rows
 * SeveralWindowsTest     several windows at once, against each alone
 * KeyCorrectionsTest     changelogs, applied to a table
 * KeyCrashTest           crashes and restores at any step
 * KeyStateTest           which state of a key is kept, and for how long
 * </pre>
 */
package dev.finestra.windowing;
