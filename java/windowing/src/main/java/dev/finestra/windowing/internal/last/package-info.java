/**
 * Per-event windows of one key: each row has a result, over the rows of its own last {@code size}.
 * Not API.
 *
 * <pre>
 * rows             a      b            c   d
 * time  ───────────┼──────┼────────────┼───┼────▶
 * result of c             [b ········· c]            [c − size, c], both ends included
 * result of d                 [······· c   d]
 * </pre>
 *
 * <p>A row's result is due when the watermark has passed its time. A row that is late within the
 * allowed lateness also changes the results of later rows whose windows contain it. {@code
 * LastLogic} emits those again, or corrects them. Rows of equal time share an entry; the window
 * counts them, and each has a result of its own.
 *
 * <p>{@code ChangesLogic} emits the result of the window that ends now, whenever it changes: at c,
 * and also right after b + size, when b has left.
 */
package dev.finestra.windowing.internal.last;
