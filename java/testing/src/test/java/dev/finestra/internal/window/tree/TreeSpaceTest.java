package dev.finestra.internal.window.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.internal.window.catalog.Catalog;
import dev.finestra.testing.Seeded;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Freed nodes are reused, after any kind of evict. */
class TreeSpaceTest {
  @RegisterExtension final Seeded seeded = new Seeded();

  private static final int N = 2_000;

  /** A window with all kinds of inserts and evicts, whose length stays about the same. */
  @ParameterizedTest
  @ValueSource(strings = {"b_fiba2", "b_fiba4", "nb_fiba3", "btree2"})
  void shouldReuseEveryNode(String algorithm) {
    SlidingWindow<?> window =
        Catalog.create(algorithm, Aggregations.of("sum_wrapping", ValueType.LONG));
    long most = 0;
    for (int step = 0; step < 1_500; step++) {
      long from = step * 1_000L;
      if (step % 3 == 0) {
        long[] times = LongStream.range(0, 200).map(i -> from + 5 * i).toArray();
        window.bulkInsert(times, times, 0, times.length);
      } else {
        for (int i = 0; i < 200; i++) {
          window.insert(step % 3 == 1 ? from + 5L * i : from + seeded.random().nextInt(1_000), i);
        }
      }
      for (int i = 0; i < 50; i++) {
        window.evict(window.youngest() - 5L * i);
      }
      long until = from - 5L * N;
      if (step % 2 == 0) {
        window.bulkEvict(until);
      }
      while (!window.isEmpty() && window.oldest() <= until) {
        window.evict(window.oldest());
      }
      if (step < 300) {
        most = Math.max(most, window.bytes());
      } else if (window.bytes() > most + most / 64) { // the list of free nodes may double once more
        throw new AssertionError(
            "%s holds %d bytes after %d steps, before %d"
                .formatted(algorithm, window.bytes(), step, most));
      }
    }
    assertTrue(window.size() > N / 2, "there were entries");
    window.checkInvariants();
  }

  /** bytes() counts times and values of eight bytes each, in nodes at least half full. */
  @ParameterizedTest
  @ValueSource(strings = {"b_fiba2", "b_fiba8", "nb_fiba4", "btree4"})
  void shouldHoldAsManyBytesAsItSays(String algorithm) {
    SlidingWindow<?> window =
        Catalog.create(algorithm, Aggregations.of("sum_wrapping", ValueType.LONG));
    int count = 300_000;
    long[] times = LongStream.range(0, count).toArray();
    window.bulkInsert(times, times, 0, count);
    long bytes = window.bytes();
    assertTrue(
        bytes >= 16L * count && bytes <= 100L * count,
        algorithm + " says " + bytes + " bytes for " + count + " entries");
    window.clear();
    assertTrue(window.bytes() < bytes / 4, algorithm + " keeps " + window.bytes() + " of " + bytes);
    window.bulkInsert(times, times, 0, count);
    long most = bytes + bytes / 1_000; // the list of released chunks stays
    assertTrue(window.bytes() <= most, algorithm + " takes " + window.bytes() + " after " + bytes);
    assertEquals((long) count * (count - 1) / 2, window.query());
  }
}
