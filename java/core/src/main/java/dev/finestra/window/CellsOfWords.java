package dev.finestra.window;

/** What cells of one word and of several share: where their words lie, and hands laid on them. */
abstract class CellsOfWords<O> extends Cells<O> {
  final LongChunks slots;

  /** The chunks that the hands hold. */
  private long[] oldest;

  private long[] youngest;
  private long[] left;
  private long[] right;

  /** How many slots the hands' chunks have, less one. */
  int mask;

  CellsOfWords(LongChunks slots) {
    this.slots = slots;
  }

  @Override
  public final Chunks chunks() {
    return slots;
  }

  @Override
  public final void reach(int hand, int slot) {
    long[] chunk = slots.chunk(slot);
    mask = slots.mask;
    switch (hand) {
      case OLDEST -> oldest = chunk;
      case YOUNGEST -> youngest = chunk;
      case LEFT -> left = chunk;
      default -> right = chunk;
    }
  }

  final long[] hand(int hand) {
    return switch (hand) {
      case OLDEST -> oldest;
      case YOUNGEST -> youngest;
      case LEFT -> left;
      default -> right;
    };
  }

  @Override
  public final void copy(int to, int from, int count) {
    slots.copy(to, from, count);
  }

  @Override
  public final void forget(int from, int count) {
    slots.forget(from, count);
  }
}
