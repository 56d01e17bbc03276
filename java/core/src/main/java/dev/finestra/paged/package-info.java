/**
 * Windows on pages: the same algorithms over the state of an engine.
 *
 * <p>A connector implements {@link dev.finestra.paged.PageStore} over its keyed state, stores pages
 * by {@link dev.finestra.paged.PageCodec}, and gets windows from {@link
 * dev.finestra.SlidingWindows#paged}.
 */
package dev.finestra.paged;
