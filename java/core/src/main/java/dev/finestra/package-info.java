/**
 * The API: {@link dev.finestra.SlidingWindows} makes windows by name, {@link
 * dev.finestra.SlidingWindow} is their contract, {@link dev.finestra.Algorithm} says what each can
 * do.
 *
 * <p>If in doubt, choose {@code auto}: it begins with an algorithm for in-order streams and changes
 * to a tree when it must. {@link dev.finestra.WindowOptions} declares how a window is used. A
 * window for each of many keys is {@link dev.finestra.keyed.KeyedWindows}.
 *
 * <p>Not supported here: several threads on one window, and windows with clocks or watermarks; the
 * caller evicts.
 */
package dev.finestra;
