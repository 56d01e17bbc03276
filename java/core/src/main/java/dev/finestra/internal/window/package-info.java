/**
 * The algorithms. This package has their shared base; each family has a package of its own below.
 *
 * <pre>
 *   catalog            names → windows           (java/core's API calls it through WindowFactory)
 *   keyed              one window for each key
 *   tree  fifo  flat   the algorithms
 *   window             insert, evict, query, snapshot; wrappers (this package)
 *   pages              chunks on pages of a keyed store
 *   slots              chunks in memory, and the monoid's operations on slots
 *
 *   Each line knows only the lines below it.
 * </pre>
 *
 * <h2>The steps of an insert</h2>
 *
 * <pre>
 *   insert(time, value)                     SlidingWindow: a user's call
 *     checkInsert(time)                     the algorithm may reject the time; nothing has changed
 *     cells.lift(IN, value)                 user code; nothing has changed
 *     insertLifted(time)                    the algorithm; when user code throws, the window closes
 * </pre>
 *
 * <p>{@link dev.finestra.internal.window.Inserts} and {@link dev.finestra.internal.window.Window}
 * do the work that is the same for all algorithms: argument checks, lift and lower, bulks, the
 * failure rule, snapshots. An algorithm implements the protected hooks and sees no values, only
 * times and slots.
 *
 * <h2>Slots, registers, chunks</h2>
 *
 * <p>Nothing here allocates in a steady state. A <em>slot</em> is the place of a partial aggregate,
 * addressed by an {@code int}; {@link dev.finestra.internal.window.slots.Cells} holds the slots of
 * one window and combines them. Negative slots are <em>registers</em>: {@code IN} holds the value
 * to insert, {@code OUT} the answer of a query, the others are for the algorithm. There are cells
 * for one 64-bit word, for several, and for objects, so that no long or double is boxed. In {@code
 * to = older ⊗ newer} the older operand is always the left one.
 *
 * <p>Slots come in <em>chunks</em> of at most 256 KiB, which a large window allocates and releases
 * one by one. Slot numbers run in a circle of 31 bits, so a queue never renumbers its entries.
 *
 * <p>A tree's node is an {@code int} too: the first slot of its block ({@code tree.Nodes}).
 *
 * <h2>One code, two storages</h2>
 *
 * <p>{@link dev.finestra.internal.window.slots.Storage} says where chunks live. The same tree and
 * the same queues run over arrays in memory and over pages of a keyed store: {@code
 * LongChunks.chunk} is the one method that differs. Algorithms without a version on pages are
 * stored as a whole ({@link dev.finestra.internal.window.WholeOnPages}). While a window on pages
 * has few entries, they are in its header ({@link dev.finestra.internal.window.SmallInHeader}).
 *
 * <h2>A copy of the classes for each aggregation</h2>
 *
 * <p>{@link dev.finestra.Specializer} loads {@code dev.finestra.internal.window} and all packages
 * below it anew for each aggregation. Each copy has a profile of its own, in which {@code combine}
 * has one receiver, so the JIT inlines it. Therefore nothing here can be used from outside except
 * through the interfaces of {@code dev.finestra}, and {@code instanceof} across two copies is
 * false.
 *
 * <h2>Names</h2>
 *
 * <ul>
 *   <li>{@code …Lifted}: the value is a partial aggregate in register IN, or in a {@link
 *       dev.finestra.internal.window.LiftedBulk}.
 *   <li>{@code oldest}, {@code youngest}: entries and times; {@code head}, {@code end}: slots.
 *   <li>{@code Paged…}: the same algorithm on pages. {@code …OnPages}: stored as a whole.
 *   <li>{@code check…}: rejects arguments, or verifies invariants for tests.
 * </ul>
 */
package dev.finestra.internal.window;
