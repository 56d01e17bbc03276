/**
 * Windows by key: many keys, most of them with few entries.
 *
 * <pre>
 * Keyed, KeyedInserts     the API: checks arguments, lifts values
 *    │
 * WindowStore             finds, moves and removes the window of a key
 *    ├─ KeyTable          key → reference, a hash table with open addressing
 *    ├─ SmallWindows      a few entries of a key, sorted, in arrays that all keys share
 *    └─ large windows     one window of the algorithm for each key that outgrew them
 *
 * KeyedSnapshots          the bytes of all keys
 * </pre>
 *
 * <p>A reference says where a key's window is: a place in the shared arrays, or the number of a
 * large window. A window moves to a window of the algorithm when it grows, and back when it has
 * shrunk.
 *
 * <p>The package is copied for each aggregation with all of {@code dev.finestra.internal.window}.
 * Programs reach it through {@link dev.finestra.keyed.KeyedWindows}.
 */
package dev.finestra.internal.window.keyed;
