/**
 * A key's state as numbered entries: the header under −1, and one entry for each page of its
 * window. Not API.
 *
 * <pre>
 * key -> -1: KeyHeader, the window's header page
 *         0: page     1: page     ...
 * </pre>
 *
 * <p>The window of a key with few entries has no pages: the entries are in its header page.
 *
 * <p>An engine stores entries as objects that it shares with the window (Flink's heap state), or as
 * bytes; bytes are compared, so that a page that was only read is not written.
 */
package dev.finestra.windowing.internal.state;
