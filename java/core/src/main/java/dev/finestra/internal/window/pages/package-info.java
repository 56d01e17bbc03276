/**
 * Chunked arrays on pages: each chunk of a window's arrays is a page, which an engine stores as one
 * entry of its keyed state.
 *
 * <pre>
 * algorithm ──slots──▶ Cells, LongChunks ──▶ WindowPages ──▶ PageStore of the engine
 *                                              │ pages of the attached key, in memory
 *                                              └ a page is read when a slot on it is first used;
 *                                                flush writes all pages back
 * </pre>
 *
 * <p>{@link dev.finestra.internal.window.pages.WindowPages} is the {@code Storage} of such windows.
 * All pages of a window have one {@code PageShape}, fixed when the window is made. Everything else,
 * such as the root of a tree, is in the header page, which {@link
 * dev.finestra.internal.window.pages.HeaderFields} writes and reads field by field. The header of a
 * small window has its entries instead ({@link dev.finestra.internal.window.pages.HeaderEntries});
 * the first long tells the two apart.
 *
 * <p>The package does not know trees or queues. {@code tree.PagedFiba} and {@code fifo.PagedQueue}
 * use it; other algorithms are stored as a whole.
 */
package dev.finestra.internal.window.pages;
