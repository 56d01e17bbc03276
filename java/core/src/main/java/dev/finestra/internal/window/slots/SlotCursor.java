package dev.finestra.internal.window.slots;

/**
 * The places in {@link Cells} that move slot by slot: both ends of a queue, and two between them.
 *
 * <p>Finding a slot takes three loads, each of which waits for the one before. Cells keep the chunk
 * of each cursor, so that one load is left. {@link Cells#reach} moves a cursor; the slots used with
 * it must be in the chunk that it has reached. Cells that would gain little ignore the cursor and
 * look the slot up.
 *
 * <p>Cursors are constants, and the chunks are fields of the cells, so that the JIT resolves a
 * cursor when it compiles. Cursors as objects make the in-order algorithms 5 to 20 % slower.
 */
public enum SlotCursor {
  OLDEST,
  YOUNGEST,
  LEFT,
  RIGHT
}
