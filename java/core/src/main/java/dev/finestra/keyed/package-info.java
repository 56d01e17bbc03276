/**
 * One window for each key: {@link dev.finestra.keyed.KeyedWindows}, made by {@code
 * SlidingWindows.keyed}.
 *
 * <p>Choose it over a map of windows when there are many keys with few entries each. Keys are
 * compared by {@code equals}, in no order; there are no queries over several keys.
 */
package dev.finestra.keyed;
