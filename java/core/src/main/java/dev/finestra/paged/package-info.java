/**
 * Windows on pages: the same algorithms over the keyed state of an engine. Connectors use this
 * package; other programs do not need it.
 *
 * <pre>
 * PagedWindow   attach(header)   insert, evict, query   flush()
 *                    │                  │                  │
 *                    ▼                  ▼                  ▼
 * PageStore      ─ nothing ─       reads pages       writes and removes pages
 * </pre>
 *
 * <p>A connector implements {@link dev.finestra.paged.PageStore} over its keyed state, and gets
 * windows from {@link dev.finestra.SlidingWindows#paged}. One {@link
 * dev.finestra.paged.PagedWindow} serves many keys, one after the other: attach it to the header of
 * a key, use it, flush it.
 *
 * <p>A {@link dev.finestra.paged.Page} is a node of the window, or its header. A window of few
 * entries has them in its header, and no other page; {@link dev.finestra.paged.SmallHeaders}
 * changes such a header without attaching it. {@link dev.finestra.paged.PageCodec} turns pages into
 * bytes and copies them.
 *
 * <p>Not supported: two windows over one store, because both would number their pages from 0.
 */
package dev.finestra.paged;
