package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Oracle;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keyed windows equal a map of oracles, while keys grow and shrink. */
class KeyedWindowsTest {
  /** Keys with many hash collisions. */
  record Key(int id) {
    static final KeyCodec<Key> CODEC =
        new KeyCodec<>() {
          @Override
          public void write(Key key, DataOutput out) throws IOException {
            out.writeInt(key.id);
          }

          @Override
          public Key read(DataInput in) throws IOException {
            return new Key(in.readInt());
          }
        };

    @Override
    public int hashCode() {
      return id % 97;
    }
  }

  @Test
  void shouldEqualOneOracleForEachKey() {
    Trials.run(1_000, 30_000, "random histories over keys", KeyedWindowsTest::trial);
  }

  private static void trial(long seed, boolean all) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Algorithm> algorithms =
        Stream.concat(
                Subjects.algorithms().stream(),
                Stream.of("slicing(b_fiba4,1)", "fiba").map(SlidingWindows::algorithm))
            .toList();
    Algorithm algorithm = algorithms.get(random.nextInt(algorithms.size()));
    boolean invertible = algorithm.is(Trait.NEEDS_INVERSE) || random.nextBoolean();
    List<TestAggregation<?>> kinds =
        TestAggregation.ALL.stream().filter(k -> Subjects.fits(algorithm, k, invertible)).toList();
    TestAggregation<?> kind = kinds.get(random.nextInt(kinds.size()));
    check(kind, algorithm, invertible, random);
  }

  private static <O> void check(
      TestAggregation<O> kind, Algorithm algorithm, boolean invertible, SplittableRandom random) {
    new Check<>(kind, algorithm, invertible, random).run();
  }

  private static final class Check<O> {
    private final Aggregation<O> aggregation;
    private final TestAggregation<O> kind;
    private final Algorithm algorithm;
    private final SplittableRandom random;
    private final Map<Key, Oracle<O>> oracles = new HashMap<>();
    private final int keys;
    private final int times;
    private KeyedWindows<Key, O> windows;

    Check(
        TestAggregation<O> kind, Algorithm algorithm, boolean invertible, SplittableRandom random) {
      this.kind = kind;
      this.algorithm = algorithm;
      this.random = random;
      this.aggregation = kind.aggregation(invertible, new Probe());
      this.windows = SlidingWindows.keyed(algorithm.name(), aggregation, WindowOptions.NONE);
      this.keys = 1 + random.nextInt(random.nextInt(3) == 0 ? 100 : 6);
      this.times = 1 + random.nextInt(random.nextBoolean() ? 200 : 20);
    }

    void run() {
      for (int i = 0; i < 150; i++) {
        step();
        windows.checkInvariants();
        assertEquals(oracles.size(), windows.keys());
      }
      Map<Key, O> answers = new HashMap<>();
      windows.forEach(answers::put);
      Map<Key, O> expected = new HashMap<>();
      oracles.forEach((key, oracle) -> expected.put(key, oracle.query()));
      assertEquals(expected, answers);
      windows.bulkEvict(Long.MAX_VALUE);
      windows.checkInvariants();
      assertEquals(0, windows.keys());
    }

    private void step() {
      Key key = new Key(random.nextInt(keys));
      Oracle<O> oracle = oracles.getOrDefault(key, new Oracle<>(kind.fold()));
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4, 5, 6 -> insert(key, oracle, 1);
        case 7, 8 -> insert(key, oracle, random.nextInt(random.nextInt(3) == 0 ? 80 : 8));
        case 9, 10 -> evict(key, oracle);
        case 11, 12 -> {
          long time = time(oracle);
          windows.bulkEvict(key, time);
          oracle.bulkEvict(time);
        }
        case 13 -> {
          long time = random.nextInt(times) - times / 2;
          windows.bulkEvict(time);
          oracles.values().forEach(o -> o.bulkEvict(time));
        }
        case 14 -> {
          assertEquals(!oracle.isEmpty(), windows.remove(key));
          oracle.clear();
        }
        case 15 -> {
          if (random.nextInt(4) == 0) {
            KeyedWindows<Key, O> restored =
                SlidingWindows.keyed(algorithm.name(), aggregation, WindowOptions.NONE);
            restored.restore(windows.snapshot(Key.CODEC), Key.CODEC);
            windows = restored;
          }
        }
        default -> compare(key, oracle);
      }
      oracles.put(key, oracle);
      oracles.values().removeIf(Oracle::isEmpty);
    }

    private long time(Oracle<O> oracle) {
      return algorithm.is(Trait.OUT_OF_ORDER) || oracle.isEmpty() || random.nextInt(8) == 0
          ? random.nextInt(times)
          : oracle.youngest() + random.nextInt(3);
    }

    private void insert(Key key, Oracle<O> oracle, int count) {
      long[] at = new long[count + 2];
      long[] values = new long[count + 2];
      at[1] = time(oracle);
      values[1] = random.nextInt(1, 100);
      for (int i = 2; i <= count; i++) {
        at[i] = at[i - 1] + random.nextInt(3);
        values[i] = random.nextInt(1, 100);
      }
      Object[] boxed = Arrays.stream(values).boxed().toArray();
      boolean nulls = random.nextInt(6) == 0;
      if (nulls && count > 0) {
        boxed[1 + random.nextInt(count)] = null;
      }
      int form = nulls ? 2 : random.nextInt(3);
      Runnable insert =
          () -> {
            if (count == 1) {
              switch (form) {
                case 0 -> windows.insert(key, at[1], values[1]);
                case 1 -> windows.insert(key, at[1], (double) values[1]);
                default -> windows.insert(key, at[1], boxed[1]);
              }
              return;
            }
            switch (form) {
              case 0 -> windows.bulkInsert(key, at, values, 1, 1 + count);
              case 1 -> {
                double[] doubles = Arrays.stream(values).asDoubleStream().toArray();
                windows.bulkInsert(key, at, doubles, 1, 1 + count);
              }
              default -> windows.bulkInsert(key, at, boxed, 1, 1 + count);
            }
          };
      int first = 1;
      while (first <= count && form == 2 && boxed[first] == null) {
        first++;
      }
      if (first <= count
          && !algorithm.is(Trait.OUT_OF_ORDER)
          && !oracle.isEmpty()
          && at[first] < oracle.youngest()) {
        Contract.throwing(UnsupportedOperationException.class, insert::run);
        return;
      }
      insert.run();
      for (int i = 1; i <= count; i++) {
        if (form != 2 || boxed[i] != null) {
          oracle.insert(at[i], values[i]);
        }
      }
    }

    private void evict(Key key, Oracle<O> oracle) {
      long time =
          random.nextBoolean() || oracle.isEmpty() ? random.nextInt(times) : oracle.oldest();
      boolean there = oracle.holds(time);
      if (there && !algorithm.is(Trait.OUT_OF_ORDER) && time != oracle.oldest()) {
        Contract.throwing(UnsupportedOperationException.class, () -> windows.evict(key, time));
        return;
      }
      assertEquals(there, windows.evict(key, time));
      oracle.evict(time);
    }

    private void compare(Key key, Oracle<O> oracle) {
      assertEquals(oracle.query(), windows.query(key));
      assertEquals(oracle.size(), windows.size(key));
      if (oracle.query() instanceof Long number) {
        assertEquals(number, windows.queryLong(key));
        assertEquals(number.doubleValue(), windows.queryDouble(key));
      }
      if (oracle.isEmpty()) {
        Contract.throwing(NoSuchElementException.class, () -> windows.oldest(key));
        Contract.throwing(NoSuchElementException.class, () -> windows.youngest(key));
      } else {
        assertEquals(oracle.oldest(), windows.oldest(key));
        assertEquals(oracle.youngest(), windows.youngest(key));
      }
      long from = random.nextInt(times);
      long to = random.nextInt(times);
      if (algorithm.is(Trait.RANGE_QUERY)) {
        assertEquals(oracle.query(from, to), windows.query(key, from, to));
      } else {
        Contract.throwing(UnsupportedOperationException.class, () -> windows.query(key, from, to));
      }
      if (algorithm.is(Trait.KEEPS_ENTRIES)) {
        TreeMap<Long, O> entries = new TreeMap<>();
        windows.forEach(key, entries::put);
        assertEquals(oracle.answers(), entries);
      } else {
        Contract.throwing(
            UnsupportedOperationException.class, () -> windows.forEach(key, (t, v) -> {}));
      }
    }
  }

  /** Runs that outgrow their blocks leave gaps, and are moved together during bulk inserts. */
  @Test
  void shouldKeepEveryValueOfBulksWhileRunsMove() {
    Trials.run(20, 200, "histories of growing keys", KeyedWindowsTest::grow);
  }

  private static void grow(long seed, boolean only) {
    SplittableRandom random = new SplittableRandom(seed);
    KeyedWindows<Integer, Object> windows = SlidingWindows.keyed("fiba", "sum_wrapping");
    long[] sums = new long[1 + random.nextInt(2_000)];
    for (int round = 0; round < 6; round++) {
      for (int key = 0; key < sums.length; key++) {
        long[] times = new long[random.nextInt(8)];
        long[] values = new long[times.length];
        for (int i = 0; i < times.length; i++) {
          times[i] = (i > 0 ? times[i - 1] : round) + random.nextInt(6);
          values[i] = random.nextInt();
          sums[key] += values[i];
        }
        windows.bulkInsert(key, times, values, 0, times.length);
      }
      windows.checkInvariants();
      for (int key = 0; key < sums.length; key++) {
        assertEquals(sums[key], windows.queryLong(key), "key " + key + " in round " + round);
      }
    }
  }
}
