package dev.finestra.internal.window.slots;

/** The base of cells of one word and of several: the chunked array of their words. */
abstract class CellsOfWords<O> extends Cells<O> {
  final LongChunks slots;

  /** The chunks of the cursors. */
  private long[] oldest;

  private long[] youngest;
  private long[] left;
  private long[] right;

  CellsOfWords(LongChunks slots) {
    this.slots = slots;
  }

  @Override
  public final Chunks chunks() {
    return slots;
  }

  @Override
  public final void copy(int to, int from, int count) {
    slots.copy(to, from, count);
  }

  @Override
  public final void forget(int from, int count) {
    slots.forget(from, count);
  }

  @Override
  public final long touch(int slot) {
    return slots.chunk(slot)[slots.at(slot)];
  }

  @Override
  public final void reach(SlotCursor cursor, int slot) {
    long[] chunk = slots.chunk(slot);
    switch (cursor) {
      case OLDEST -> oldest = chunk;
      case YOUNGEST -> youngest = chunk;
      case LEFT -> left = chunk;
      case RIGHT -> right = chunk;
    }
  }

  /** The chunk that a cursor has reached. */
  final long[] chunk(SlotCursor cursor) {
    return cursor == SlotCursor.OLDEST
        ? oldest
        : cursor == SlotCursor.YOUNGEST ? youngest : cursor == SlotCursor.LEFT ? left : right;
  }
}
