/**
 * {@code finestra explain}: expected size and cost of a window, before anyone runs it.
 *
 * <pre>
 *   options ─▶ StreamProfile    counts that follow from size, slide, rate, keys and disorder
 *                   │
 *                   ▼
 *              CostSample       bytes per entry and combines per event, measured on a small window
 *                   │
 *                   ▼
 *              ExplainCommand   a table with the costs of an engine's own windows
 * </pre>
 *
 * <p>The engine's own costs are counted, not measured: it copies each event into size/slide
 * windows, or recalculates each frame.
 */
package dev.finestra.tools.cli.explain;
