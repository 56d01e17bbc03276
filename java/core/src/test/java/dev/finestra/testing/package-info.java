/**
 * What tests of windows share, here and in the modules that rest on core: random histories, a
 * shrinker, an oracle that shares no code with the product, and monoids that show mistakes.
 *
 * <ul>
 *   <li>{@link dev.finestra.testing.Histories} makes a {@link dev.finestra.testing.History} from a
 *       seed; {@link dev.finestra.testing.Shrinker} reduces one that fails.
 *   <li>{@link dev.finestra.testing.Oracle} keeps values in a tree map and folds them naively.
 *   <li>{@link dev.finestra.testing.TestAggregation} is a monoid with its naive fold, mostly not
 *       commutative, one for each kind of partial aggregate; {@link dev.finestra.testing.Probe}
 *       counts its combines, or makes one throw.
 *   <li>{@link dev.finestra.testing.Contract} holds a window against the oracle, operation by
 *       operation; {@link dev.finestra.testing.Subjects} lists what is in the catalog.
 *   <li>{@link dev.finestra.testing.Trials} runs many seeds, prints how many, and prints the line
 *       that replays the one that failed.
 * </ul>
 *
 * <p>Not supported: histories of aggregations with several columns.
 */
package dev.finestra.testing;
