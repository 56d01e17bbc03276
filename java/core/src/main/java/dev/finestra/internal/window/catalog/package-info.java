/**
 * On top of all algorithms: makes windows by name, in memory, by key, or on pages.
 *
 * <p>{@link dev.finestra.internal.window.catalog.Factory} is the one class that {@link
 * dev.finestra.Specializer} looks up by name; all others come along as it refers to them. Whether a
 * name is known, and what the algorithm can do, is answered by {@code
 * dev.finestra.internal.algorithm} without this package.
 */
package dev.finestra.internal.window.catalog;
