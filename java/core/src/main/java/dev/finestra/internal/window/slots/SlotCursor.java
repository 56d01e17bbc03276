package dev.finestra.internal.window.slots;

/**
 * A place in {@link Cells} that moves slot by slot, such as the end of a queue.
 *
 * <p>Finding a slot takes three loads, each of which waits for the one before. A cursor keeps the
 * chunk of its place, so that one load is left. {@link Cells#reach} moves it; the slots used with
 * it must be in the chunk that it has reached. Cells that would gain little ignore the cursor and
 * look the slot up.
 *
 * <p>The operations are those of {@link Cells}, not of the cursor: the JIT then knows that all of
 * them work on the registers of one object, and forwards a value from one to the next.
 */
public final class SlotCursor {
  long[] chunk;

  /** The slots of the chunk, less one. */
  int mask;
}
