/**
 * Test code that the modules share: random histories, oracles, aggregations that make mistakes
 * visible, and the contract that every window keeps. This module is never published.
 *
 * <pre>
 *   Trials ──── seeds ───▶ Histories ── History of Operations ──▶ Contract ──▶ SlidingWindow
 *     │                                                             │              ║ compared
 *     │ a seed fails                                                └──────────▶ Oracle
 *     ▼
 *   Shrinker: a short History, and the line that replays it
 * </pre>
 *
 * <p>What to use for what:
 *
 * <ul>
 *   <li>A random test: {@link dev.finestra.testing.Trials#run} runs it on many seeds. {@link
 *       dev.finestra.testing.Seeded} gives random numbers to a test that runs once.
 *   <li>A test that takes long: {@link dev.finestra.testing.Tier#figure} makes it smaller in {@code
 *       make test}, {@link dev.finestra.testing.FromTier} leaves it to {@code make check}.
 *   <li>A window or a store under test: {@link dev.finestra.testing.Contract} performs operations
 *       on it and on the {@link dev.finestra.testing.Oracle}, a sorted map that is folded naively.
 *       {@link dev.finestra.Algorithm} says which operations must work and which must be rejected,
 *       so a new algorithm is tested as soon as {@link dev.finestra.testing.Subjects} lists it.
 *   <li>An aggregation under test: {@link dev.finestra.testing.monoid.TestAggregation}. Most are
 *       not commutative, so a wrong order changes the result; {@link
 *       dev.finestra.testing.monoid.Probe} counts their combines, or makes one throw.
 *   <li>Bytes: {@link dev.finestra.testing.Museum} has those of earlier releases, {@link
 *       dev.finestra.testing.Forgery} makes damaged ones, {@link dev.finestra.testing.BytePages} is
 *       a page store that counts its reads and writes.
 * </ul>
 *
 * <p>Tests of core that need this package are in this module's {@code src/test}, because core
 * cannot depend on it. Histories of aggregations with several columns are not supported.
 */
package dev.finestra.testing;
