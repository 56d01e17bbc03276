/**
 * The contract that every algorithm of the catalog keeps. docs/reliability.md lists the promises,
 * and {@code ReliabilityDocsTest} fails if it leaves out a test of this package.
 *
 * <pre>
 * RecalculationTest, SmallHistoriesTest      the answers of a naive list
 * EquivalenceTest, PagedTest                 bulks, snapshots, merges and pages change no answer
 * CombineBoundsTest, LeftoversTest           costs, memory
 * ThrowingTest, KeyedFailuresTest            user code that throws
 * SnapshotBytesTest, GoldenTest              damaged bytes, bytes of earlier releases
 * BadInputTest, ArgumentsTest, ResolveTest   names and arguments, and the messages for wrong ones
 * </pre>
 *
 * <p>A new algorithm needs no test here: {@code dev.finestra.testing.Subjects} lists the catalog.
 */
package dev.finestra.contract;
