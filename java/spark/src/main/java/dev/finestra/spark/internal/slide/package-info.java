/**
 * {@code groupBy(window(time, size, slide))} of batch queries, by panes.
 *
 * <p>Spark copies each row into each window that contains it. Here Spark's partial aggregation
 * first reduces the rows of each key and pane to one row; after the shuffle a window over the panes
 * of a key merges them, O(1) merges for each window.
 *
 * <pre>
 * analyzer       PlaceWindows               window(…) becomes one projection of an Expand
 *                RecognizeSlidingGroupBy    that becomes OverlappingWindows, if panes can compute it
 * optimizer      PushFilters                filters of rows move below it
 * planner        SlideStrategy              partial aggregation by PaneNumber, shuffle, FinestraSlideExec
 * task           SlideEvaluator             panes to windows
 * </pre>
 *
 * <p>{@code SlidesFunctionStrategy} plans {@code finestra_slides} in the same way, if Spark
 * generates code for its aggregation.
 *
 * <p>If panes cannot compute a {@code groupBy}, Spark's own plan is used and the log says why.
 * Streams are not supported here; see {@code internal.stream}.
 */
package dev.finestra.spark.internal.slide;
