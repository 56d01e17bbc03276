package dev.finestra.internal.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues and flat trees allocate and free chunks as they slide. */
class SpaceTest {
  /** The size may differ by the position of the ends in their chunks. */
  private static final int TWO_CHUNKS = 2 << 18;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "two_stacks",
        "two_stacks_lite",
        "daba",
        "daba_lite",
        "subtract_on_evict",
        "flatfit",
        "amta",
        "reactive",
        "b_int",
        "subwindow"
      })
  void shouldGiveBackChunksAsItSlides(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    int n = 70_000;
    int bulk = 12_345;
    long time = 0;
    for (; time < 3L * n; time++) {
      window.insert(time, time);
      if (time >= n) {
        assertTrue(window.evict(time - n));
      }
      if (time % 4_096 == 0) {
        window.query();
      }
    }
    long full = window.bytes();
    long most = 0;
    for (; time < 15L * n; time += bulk) {
      long[] times = LongStream.range(time, time + bulk).toArray();
      window.bulkInsert(times, times, 0, bulk);
      window.bulkEvict(time + bulk - 1 - n);
      long last = time + bulk - 1;
      assertEquals(n * (2 * last - n + 1) / 2, window.query(), algorithm);
      if (time < 8L * n) {
        most = Math.max(most, window.bytes());
      } else if (window.bytes() > most + TWO_CHUNKS) {
        throw new AssertionError(
            "%s holds %d bytes after %d entries, before %d"
                .formatted(algorithm, window.bytes(), time, most));
      }
    }
    window.checkInvariants();
    assertEquals(n, window.size(), algorithm);
    assertTrue(full > 16L * n, algorithm + " says it holds " + full + " bytes");
    assertTrue(
        window.bytes() <= 2 * full, algorithm + ": " + window.bytes() + " bytes after " + full);
    window.bulkEvict(time - 10);
    long left = window.size();
    assertEquals(left * (2 * time - left - 1) / 2, window.query(), algorithm);
    window.bulkEvict(time);
    assertTrue(window.isEmpty(), algorithm);
    assertTrue(
        window.bytes() < 0.75 * full, algorithm + " keeps " + window.bytes() + " of " + full);
  }

  /** Lists share their parts, so ten thousand of them do not need quadratic memory. */
  @ParameterizedTest
  @ValueSource(
      strings = {"two_stacks", "two_stacks_lite", "daba", "daba_lite", "b_fiba16", "b_int"})
  void shouldCountSharedPartsOnce(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "collect");
    int n = 10_000;
    for (int i = 0; i < n; i++) {
      window.insert(i, i);
    }
    window.evict(0);
    assertEquals(n - 1, ((List<?>) window.query()).size());
    long bytes = window.bytes();
    assertTrue(bytes > 40L * n && bytes < 1_000L * n, algorithm + " says it holds " + bytes);
  }
}
