/**
 * Windows by key: a table from keys to references, the small windows in shared arrays, and the
 * windows of the algorithm that they grow into. Copied for each aggregation with all of {@code
 * dev.finestra.internal.window}, and reached from outside through {@link
 * dev.finestra.keyed.KeyedWindows} only.
 */
package dev.finestra.internal.window.keyed;
