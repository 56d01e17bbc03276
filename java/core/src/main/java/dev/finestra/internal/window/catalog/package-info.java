/**
 * Makes windows by name: in memory, by key, or on pages.
 *
 * <pre>
 * SlidingWindows ──▶ Specializer: a copy of the algorithms for this aggregation
 *                         │ looks up by name
 *                         ▼
 *                      Catalog ──▶ new Fiba(…), new DabaLite(…), …
 *                         │
 *                         └──▶ Slicing, ReorderBuffer, Auto: wrappers around another window
 * </pre>
 *
 * <p>{@link dev.finestra.internal.window.catalog.Catalog} is the only class that {@link
 * dev.finestra.Specializer} looks up by name; it refers to all others. It maps each constant of
 * {@code AlgorithmFamily} to a constructor. To add an algorithm, add its line there.
 *
 * <p>Whether a name is known and what the algorithm can do is data in {@code
 * dev.finestra.internal.algorithm}, which answers without making a window.
 */
package dev.finestra.internal.window.catalog;
