/**
 * The algorithms. This package has their shared base; each family has a package of its own below.
 *
 * <pre>
 *   catalog            names → windows           (java/core's API calls it through WindowFactory)
 *   keyed              one window for each key
 *   tree  fifo  flat   the algorithms
 *   window             insert, evict, query, snapshot; wrappers (this package)
 *   nodes              the nodes of a tree in arrays (tree only)
 *   pages              chunks on pages of a keyed store
 *   slots              chunks in memory, and the monoid's operations on slots
 *
 *   Each line knows only the lines below it. The steps of an insert:
 *
 *   insert(time, value)                     SlidingWindow: a user's call
 *     checkInsert(time)                     the algorithm may reject the time; nothing has changed
 *     cells.lift(IN, value)                 user code; nothing has changed
 *     insertLifted(time)                    the algorithm; when user code throws, the window closes
 * </pre>
 *
 * <p>{@link dev.finestra.internal.window.Inserts} and {@link dev.finestra.internal.window.Window}
 * do the work that is the same for all algorithms: argument checks, lift and lower, bulks, the
 * failure rule, snapshots. An algorithm implements the protected hooks and sees no values, only
 * times and slots (package {@code slots}). Nothing allocates in a steady state.
 *
 * <p>{@link dev.finestra.Specializer} loads this package and those below it anew for each
 * aggregation, so {@code instanceof} across two copies is false. {@code docs/architecture.md} says
 * why, and how one code runs in memory and on pages.
 *
 * <p>Names: {@code …Lifted} has its value in register IN or in a {@code LiftedBulk}; {@code oldest}
 * and {@code youngest} are entries and times, {@code head} and {@code end} slots; {@code Paged…} is
 * the same algorithm on pages, {@code …OnPages} is stored as a whole.
 */
package dev.finestra.internal.window;
