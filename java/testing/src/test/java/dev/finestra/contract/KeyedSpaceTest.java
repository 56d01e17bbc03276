package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindows;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Small keys take little memory, and idle keys none. */
class KeyedSpaceTest {
  /**
   * An entry is a time and a value of 8 bytes each; the rest is the table and unused room in
   * blocks.
   */
  @Test
  void shouldTakeTensOfBytesAboveTheEntriesOfAMillionSmallKeys() {
    int keys = 1_000_000;
    Long[] ids = new Long[keys];
    Arrays.setAll(ids, i -> 1_000_000_007L * i);
    KeyedWindows<Long, Object> windows = SlidingWindows.keyed("b_fiba4", "sum_wrapping");
    long before = usedHeap();
    for (int round = 0; round < 3; round++) {
      for (Long id : ids) {
        windows.insert(id, round, id + round);
      }
    }
    long heap = usedHeap() - before;
    double above = (double) windows.bytes() / keys - 3 * 16;
    System.out.printf(
        "finestra: 1,000,000 keys of 3 entries: %.1f bytes a key above the entries%n", above);
    assertTrue(above < 45, above + " bytes a key above its entries");
    assertTrue(
        Math.abs(heap - windows.bytes()) < 0.2 * heap,
        windows.bytes() + " bytes told, the heap grew by " + heap);
    assertEquals(3L * ids[777_777] + 3, windows.queryLong(ids[777_777]));
    windows.bulkEvict(1);
    assertEquals(keys, windows.keys());
    assertTrue(windows.bytes() < 80L * keys, windows.bytes() + " bytes for a million entries");
    windows.bulkEvict(2);
    assertEquals(0, windows.keys());
    assertTrue(windows.bytes() < 10_000, windows.bytes() + " bytes for nothing");
  }

  private static long usedHeap() {
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void shouldLeaveNothingBehind() {
    Trials.once((seed, only) -> slide(new SplittableRandom(seed)));
  }

  private static void slide(SplittableRandom random) {
    KeyedWindows<Long, Object> windows = SlidingWindows.keyed("b_fiba4", "max");
    long most = 0;
    for (int i = 0; i < 300_000; i++) {
      Long key = (long) random.nextInt(i, i + 1_000);
      windows.insert(key, i, 1L);
      windows.bulkEvict(key, i - 500L);
      if (i % 1_000 == 0) {
        windows.bulkEvict(i - 2_000L);
        most = i < 10_000 ? Math.max(most, windows.bytes()) : most;
        assertTrue(i < 10_000 || windows.bytes() < 2 * most, windows.bytes() + " after " + most);
      }
    }
  }
}
