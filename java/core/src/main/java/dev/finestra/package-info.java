/**
 * The API: {@link dev.finestra.Finestra} makes windows by name, {@link dev.finestra.SlidingWindow}
 * is what they promise, {@link dev.finestra.Algorithm} says what each can do.
 *
 * <p>Choose {@code auto} unless you know better: it begins with what fits an in-order stream and
 * moves to a tree when it must. {@link dev.finestra.WindowOptions} tells it more. A window for each
 * of many keys is {@link dev.finestra.keyed.KeyedWindows}.
 *
 * <p>Not supported here: several threads on one window, and windows that know of clocks or
 * watermarks; the caller says what to evict.
 */
package dev.finestra;
