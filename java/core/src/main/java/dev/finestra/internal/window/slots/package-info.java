/**
 * Where partial aggregates live: chunked arrays in memory, addressed by slot, and the monoid's
 * operations on slots.
 *
 * <p>Longs and words come in arrays of longs, all other aggregates in arrays of objects; {@link
 * dev.finestra.internal.window.slots.Cells} hides which.
 */
package dev.finestra.internal.window.slots;
