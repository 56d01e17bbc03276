/**
 * {@code finestra list}: all algorithms and aggregations, and what each can do.
 *
 * <p>{@link dev.finestra.tools.cli.catalog.ListCommand} prints the algorithms. It reads their
 * traits and costs from {@link dev.finestra.SlidingWindows#algorithms()}. {@code
 * AggregationListing} does the same for the aggregations, {@code CostSummary} shortens "O(1)
 * amortized, O(n) worst" to "O(1) to O(n)". All facts come from the catalog.
 *
 * <p>{@code --json} is stable: Python's tests and the documentation read it.
 */
package dev.finestra.tools.cli.catalog;
