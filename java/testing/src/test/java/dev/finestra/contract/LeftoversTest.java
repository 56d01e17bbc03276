package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A window keeps no memory and no objects after it was emptied or while it slides. */
class LeftoversTest {
  private static final int MANY = (int) Tier.figure(5_000, 10_000, 200_000);
  private static final int FEW = (int) Tier.figure(2_500, 5_000, 20_000);

  /** An empty window may keep some chunks of 256 KiB. */
  private static final long KEPT = 4 << 20;

  /** The baselines keep their memory for the next fill. */
  private static final Pattern BASELINES = Pattern.compile("btree[0-9]+|recalculate");

  static Stream<String> all() {
    boolean few = Tier.figure(1, 0, 0) == 1;
    return (few ? Subjects.small() : Subjects.algorithms()).stream().map(Algorithm::name);
  }

  /** Ways to empty a window. */
  private enum Way {
    ONE_BY_ONE,
    BACKWARDS,
    IN_BULKS,
    AT_ONCE,
    CLEAR
  }

  private static void empty(SlidingWindow<?> window, Way way, long from, long to) {
    switch (way) {
      case ONE_BY_ONE -> LongStream.range(from, to).forEach(window::evict);
      case BACKWARDS -> {
        boolean can = window.algorithm().is(Trait.OUT_OF_ORDER);
        LongStream.range(from, to).map(t -> can ? to + from - 1 - t : t).forEach(window::evict);
      }
      case IN_BULKS -> {
        for (long time = from; time < to + 1_000; time += 997) {
          window.bulkEvict(time);
        }
      }
      case AT_ONCE -> window.bulkEvict(Long.MAX_VALUE);
      case CLEAR -> window.clear();
    }
    assertTrue(window.isEmpty());
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldGiveMemoryBackWhenEmptied(String algorithm) {
    for (TestAggregation<?> kind : List.of(TestAggregation.MATRIX, TestAggregation.HASH)) {
      for (Way way : Way.values()) {
        SlidingWindow<?> window = Subjects.window(algorithm, kind.aggregation(true, new Probe()));
        long empty = window.bytes();
        long first = 0;
        long time = 0;
        for (int cycle = 0; cycle < 3; cycle++) {
          long from = time;
          time = fill(window, time, way == Way.IN_BULKS || way == Way.AT_ONCE ? MANY : FEW);
          long full = window.bytes();
          assertTrue(full > empty, "bytes() grows with the content");
          empty(window, way, from, time);
          long left = window.bytes();
          String what =
              algorithm + " of " + kind + " emptied " + way + " keeps " + left + " of " + full;
          long most = BASELINES.matcher(algorithm).matches() ? full + full / 4 : KEPT;
          assertTrue(left <= empty + most, what);
          if (cycle == 0) {
            first = left;
          }
          assertTrue(left <= 1.1 * first + 1_024, what + ", before only " + first);
          window.checkInvariants();
        }
      }
    }
  }

  private static long fill(SlidingWindow<?> window, long from, int count) {
    long[] times = LongStream.range(from, from + count).toArray();
    int bulk = 3_000;
    for (int i = 0; i < count; i += bulk) {
      if (i / bulk % 2 == 0) {
        window.bulkInsert(times, times, i, Math.min(i + bulk, count));
      } else {
        for (int j = i; j < Math.min(i + bulk, count); j++) {
          window.insert(times[j], times[j]);
        }
      }
    }
    return from + count;
  }

  @Test
  void shouldStayFlatWhileItSlides() {
    long slides = Tier.figure(100_000, 300_000, 10_000_000);
    long start = System.nanoTime();
    Subjects.algorithms().stream().parallel().forEach(a -> slide(a.name(), slides));
    Trials.report(slides * Subjects.algorithms().size(), "slides", start);
  }

  private static void slide(String algorithm, long slides) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    int n = 500;
    long most = 0;
    for (long time = 0; time < slides; time++) {
      window.insert(time, time);
      window.bulkEvict(time - n);
      if (time % 64 == 0) {
        window.queryLong();
      }
      if (time % 1_024 == 0) {
        long bytes = window.bytes();
        if (time < 20L * n) {
          most = Math.max(most, bytes);
        } else {
          assertTrue(
              bytes <= 1.02 * most,
              algorithm + " holds " + bytes + " bytes after " + time + " slides, before " + most);
        }
      }
    }
    assertEquals(n, window.size());
    window.checkInvariants();
  }

  /** Bulk evictions drop whole subtrees; all their nodes must be reused. */
  @Test
  void shouldStayFlatWhileItSlidesInBulks() {
    long entries = Tier.figure(80_000, 200_000, 10_000_000);
    long start = System.nanoTime();
    Subjects.algorithms().stream().parallel().forEach(a -> slideInBulks(a.name(), entries));
    Trials.report(entries * Subjects.algorithms().size(), "entries in bulks of 300", start);
  }

  private static void slideInBulks(String algorithm, long entries) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    int n = 2_000;
    int bulk = 300;
    long most = 0;
    for (long time = 0; time < entries; time += bulk) {
      long[] times = LongStream.range(time, time + bulk).toArray();
      window.bulkInsert(times, times, 0, bulk);
      window.bulkEvict(time + bulk - n - 1);
      window.queryLong();
      if (time < 20L * n) {
        most = Math.max(most, window.bytes());
      } else if (window.bytes() > 1.02 * most) {
        throw new AssertionError(
            "%s holds %d bytes after %d entries in bulks, before %d"
                .formatted(algorithm, window.bytes(), time, most));
      }
    }
    assertEquals(n, window.size());
    window.checkInvariants();
  }

  /** The garbage collector decides: evicted partial results are unreachable. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldReleaseEvictedObjects(String algorithm) throws InterruptedException {
    Map<Way, Holders> all = new EnumMap<>(Way.class);
    List<SlidingWindow<Long>> windows = new ArrayList<>();
    for (Way way : Way.values()) {
      Holders holders = new Holders();
      SlidingWindow<Long> window = Subjects.window(algorithm, holders);
      all.put(way, holders);
      windows.add(window);
      int count = 2_000;
      for (int i = 0; i < count; i++) {
        window.insert(i, (Object) 1L);
        if (i % 100 == 0) {
          window.query();
        }
      }
      long[] times = LongStream.range(count, count + 1_000L).toArray();
      window.bulkInsert(times, times, 0, times.length);
      window.query();
      empty(window, way, 0, count + 1_000L);
    }
    for (Way way : Way.values()) {
      int alive = all.get(way).alive();
      assertTrue(
          alive <= 40, algorithm + ", emptied " + way + ", holds on to " + alive + " aggregates");
    }
    windows.forEach(window -> assertEquals(0, window.size()));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldReleaseObjectsOfBulkEvictions(String algorithm) throws InterruptedException {
    for (boolean inBulks : new boolean[] {true, false}) {
      Holders holders = new Holders();
      SlidingWindow<Long> window = Subjects.window(algorithm, holders);
      slide(window, inBulks);
      int alive = holders.alive();
      assertTrue(alive <= 400, algorithm + " holds on to " + alive + " aggregates of 10 entries");
      assertEquals(10, window.size());
    }
  }

  private static void slide(SlidingWindow<Long> window, boolean inBulks) {
    for (int i = 0; i < 9_000; i++) {
      window.insert(i, (Object) 1L);
      if (inBulks || i == 3_000) {
        window.bulkEvict(i < 3_000 ? -1 : i - 10);
      } else if (i > 3_000) {
        window.evict(window.oldest());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldKeepNoRoomForBulksThatWereLarger(String algorithm) {
    SlidingWindow<?> window = SlidingWindows.of(algorithm, "sum_wrapping");
    int count = 30_000;
    window.bulkInsert(new long[count], new long[count], 0, count);
    assertEquals(1, window.size());
    assertTrue(window.bytes() < 64_000, algorithm + " of one entry has " + window.bytes());
  }

  /** Counts in objects that tell whether they are still reachable. */
  private static final class Holders extends ObjectAggregation<Holders.Count, Long> {
    private final List<WeakReference<Count>> made = new ArrayList<>();

    /** A count that is an object of its own. */
    private static final class Count {
      final long count;

      Count(long count) {
        this.count = count;
      }
    }

    private Count made(long count) {
      Count state = new Count(count);
      made.add(new WeakReference<>(state));
      return state;
    }

    int alive() throws InterruptedException {
      for (int i = 0; i < 5 && reachable() > 40; i++) {
        System.gc();
        Thread.sleep(5);
      }
      return reachable();
    }

    private int reachable() {
      return (int) made.stream().filter(r -> r.get() != null).count();
    }

    @Override
    public String name() {
      return "holders";
    }

    @Override
    public ValueType input() {
      return ValueType.LONG;
    }

    @Override
    public Set<Property> properties() {
      return Set.of(Property.COMMUTATIVE, Property.INVERTIBLE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public Long empty() {
      return 0L;
    }

    @Override
    public Count identity() {
      return made(0);
    }

    @Override
    public Count combine(Count older, Count newer) {
      return made(older.count + newer.count);
    }

    @Override
    public Count uncombine(Count total, Count oldest) {
      return made(total.count - oldest.count);
    }

    @Override
    public Count lift(Object value) {
      return made(1);
    }

    @Override
    public Long lower(Count state) {
      return state.count;
    }

    @Override
    public void write(Count state, DataOutput out) throws IOException {
      out.writeLong(state.count);
    }

    @Override
    public Count read(DataInput in) throws IOException {
      return made(in.readLong());
    }
  }
}
