/**
 * Slots: places for partial results, addressed by an {@code int}.
 *
 * <pre>
 * Cells          combine(to, older, newer), copy, lift, lower: the aggregation's work on slots
 *   LongCells      one 64-bit word in a slot
 *   WordsCells     several words
 *   ObjectCells    an object
 * Chunks         which chunk a slot is in, and where
 *   LongChunks     chunks of longs: times, links, words
 *   ObjectChunks   chunks of objects
 * SlotCursor     a slot that moves to its neighbours and keeps its chunk
 * Storage        where chunks come from: memory, or pages
 * </pre>
 *
 * <p>Algorithms are written over {@link dev.finestra.internal.window.slots.Cells} and do not see
 * which of the three kinds they have. So nothing is boxed, and nothing is allocated once the arrays
 * have grown.
 *
 * <p>Negative slots are registers: {@code IN} holds the value to insert, {@code OUT} the answer of
 * a query, the others are for the algorithm. In {@code to = older ⊗ newer} the older operand is
 * always the left one.
 *
 * <p>A chunk has at most 256 KiB. A large window takes and returns chunks one by one. Slot numbers
 * wrap around, so a queue never moves its entries.
 */
package dev.finestra.internal.window.slots;
