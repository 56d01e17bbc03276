package dev.finestra.internal.window.fifo;

import java.util.Arrays;

/**
 * The slots, in order, of entries whose time is that of the slot before.
 *
 * <p>An in-order algorithm combines a value at the youngest time into the youngest entry where its
 * structure lets it. Where partial aggregates of many entries hold the youngest one already, the
 * value gets a slot of its own; the window counts, evicts and visits both as one entry. There are
 * never many: a structure must be turned over between one such slot and the next.
 */
final class Duplicates {
  private int[] slots;
  private int count;

  Duplicates(int... slots) {
    this.slots = slots;
    this.count = slots.length;
  }

  int count() {
    return count;
  }

  void add(int slot) {
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, count + 4);
    }
    slots[count++] = slot;
  }

  /** Forgets those among so many slots from this one on, which are the oldest. */
  void drop(int from, int many) {
    int gone = 0;
    while (gone < count && ((slots[gone] - from) & SlotQueue.CIRCLE) < many) {
      gone++;
    }
    System.arraycopy(slots, gone, slots, 0, count - gone);
    count -= gone;
  }

  int[] slots() {
    return Arrays.copyOf(slots, count);
  }
}
