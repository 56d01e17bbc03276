/**
 * Windows by key: a table from keys to references, the runs in which small windows lie, and the
 * real windows into which they grow. Copied for each aggregation with all of {@code
 * dev.finestra.window}, and reached from outside through {@link dev.finestra.keyed.KeyedWindows}
 * only.
 */
package dev.finestra.window.keyed;
