/**
 * Algorithms as data: their names, what each can do and what it costs, and the error messages for a
 * use that does not fit.
 *
 * <p>{@link dev.finestra.internal.algorithm.AlgorithmFamily} is the table, one constant for each
 * name or pattern of names:
 *
 * <pre>
 *   "b_fiba4"               B_FIBA, arity 4
 *   "subwindow(60)"         SUBWINDOW, width 60
 *   "fiba"                  another name for the tree in {@link dev.finestra.internal.algorithm.Defaults}
 *   "reorder(daba,1000)"    a wrapper around DABA, see {@link dev.finestra.internal.algorithm.WrapperNames}
 * </pre>
 *
 * <p>{@link dev.finestra.internal.algorithm.Algorithms} answers questions about a name without
 * making a window. {@code dev.finestra.internal.window.catalog} makes the windows: it maps each
 * constant of the table to a constructor.
 *
 * <p>Windows know this package, so that a {@link dev.finestra.internal.algorithm.Refusal} can list
 * the algorithms that would fit; it knows no window.
 */
package dev.finestra.internal.algorithm;
