package dev.finestra.internal.window.fifo;

import java.util.Arrays;

/**
 * A list, in order, of the slots whose time equals that of the slot before.
 *
 * <p>An in-order algorithm combines a value at the youngest time into the youngest entry if it can.
 * If aggregates of many entries contain the youngest one already, the value gets a slot of its own;
 * the window counts, evicts and visits both slots as one entry. There are never many such slots:
 * between two of them, a flip or rebuild of the structure takes place.
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

  /** Removes the oldest {@code many} slots, which begin at {@code from}, from the list. */
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
