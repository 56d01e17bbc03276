/**
 * The algorithms, written once over slots of {@link dev.finestra.window.Cells}; {@link
 * dev.finestra.window.Window} is what they share, {@link dev.finestra.window.Catalog} their names.
 * Trees are in {@code tree}, in-order algorithms in {@code fifo} and {@code flat}; here are the
 * oracle {@code recalculate}, {@code auto}, and the windows that stand before another one ({@code
 * reorder}, {@code slicing}).
 *
 * <p>Not an API: {@link dev.finestra.Specializer} loads this package and those below it anew for
 * each aggregation, so nothing in them can be used from outside but through the interfaces of
 * {@code dev.finestra}.
 */
package dev.finestra.window;
