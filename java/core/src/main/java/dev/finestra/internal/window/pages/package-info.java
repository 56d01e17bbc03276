/**
 * Chunked arrays on pages of a store: each chunk of a window's arrays is a page that an engine
 * stores under a number.
 *
 * <p>A page is fetched when a slot on it is first used, and written back when the window is
 * flushed.
 */
package dev.finestra.internal.window.pages;
