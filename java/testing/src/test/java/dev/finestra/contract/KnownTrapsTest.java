package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Operation;
import dev.finestra.testing.Operation.Kind;
import dev.finestra.testing.Operation.ValueForm;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs of published implementations, tried on every algorithm. */
class KnownTrapsTest {
  static Stream<String> all() {
    return Subjects.algorithms().stream().map(Algorithm::name);
  }

  static Stream<String> outOfOrder() {
    return Subjects.algorithms().stream()
        .filter(a -> a.is(Trait.OUT_OF_ORDER))
        .map(Algorithm::name);
  }

  private static Contract<Long> affine(String algorithm) {
    return new Contract<>(SlidingWindows.algorithm(algorithm), TestAggregation.AFFINE, true);
  }

  /** Neighbours of an inner node overflow while the bulk repeats the node's time. */
  @ParameterizedTest
  @MethodSource("outOfOrder")
  void shouldCombineRepeatedTimesOfInnerNodes(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    for (long time = 0; time <= 100; time += 10) {
      window.insert(time, 1L);
    }
    window.bulkInsert(
        new long[] {34, 42, 80, 107, 118}, new long[] {100, 100, 100, 100, 100}, 0, 5);
    window.checkInvariants();
    assertEquals(511L, window.query());
    assertEquals(15, window.size());
  }

  /** The first value of a bulk is null and makes no entry, and its time is before the others. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldAcceptABulkThatBeginsWithNull(String algorithm) {
    long[] times = {5, 11};
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    window.insert(10, 1L);
    window.bulkInsert(times, new Object[] {null, 3L}, 0, 2);
    window.bulkInsert(times, new Object[2], 0, 2);
    assertEquals(4L, window.query());
    KeyedWindows<String, Object> keyed = SlidingWindows.keyed(algorithm, "sum_wrapping");
    keyed.insert("a", 10, 1L);
    keyed.bulkInsert("a", times, new Object[] {null, 3L}, 0, 2);
    keyed.bulkInsert("b", times, new Object[2], 0, 2);
    assertEquals(4L, keyed.query("a"));
    assertEquals(1, keyed.keys());
  }

  /** A key of few entries rounds times like one of many. */
  @Test
  void shouldRoundTimesOfSmallKeys() {
    KeyedWindows<String, Object> keyed = SlidingWindows.keyed("subwindow(60)", "count");
    keyed.insert("a", 61, 1L);
    keyed.insert("a", 70, 1L);
    assertEquals(1, keyed.size("a"));
    assertEquals(60, keyed.oldest("a"));
    keyed.bulkEvict("a", 65);
    assertEquals(0, keyed.size("a"));
  }

  /** The same at random: dense bulks that repeat many times in a deep tree. */
  @Test
  void shouldCombineRepeatedTimesAnywhere() {
    Trials.run(
        2_000,
        100_000,
        "bulks with repeats",
        (seed, all) ->
            Choice.each(
                seed, all, a -> a.is(Trait.OUT_OF_ORDER), KnownTrapsTest::insertWithRepeats));
  }

  private static void insertWithRepeats(Choice choice) {
    Contract<?> contract = choice.contract();
    SplittableRandom random = choice.random();
    long[] times = random.longs(1 + random.nextInt(300), 0, 2_000).distinct().sorted().toArray();
    contract.apply(bulk(times));
    for (int round = 0; round < 3; round++) {
      long[] old = Arrays.stream(times).filter(t -> random.nextInt(3) > 0).toArray();
      long[] fresh = random.longs(1 + random.nextInt(100), 0, 2_200).toArray();
      long[] both = LongStream.concat(Arrays.stream(old), Arrays.stream(fresh)).sorted().toArray();
      contract.apply(bulk(both));
    }
    contract.compareAll();
  }

  private static Operation bulk(long... times) {
    long[] values = LongStream.range(0, times.length).toArray();
    return Operation.with(Kind.BULK_INSERT, times, values, ValueForm.LONG);
  }

  /** At µ = 2 a node of the right spine once borrowed from the left spine. */
  @ParameterizedTest
  @MethodSource("outOfOrder")
  void shouldEvictTheNewest(String algorithm) {
    for (int entries = 1; entries <= 70; entries++) {
      Contract<Long> contract = affine(algorithm);
      contract.apply(bulk(LongStream.range(0, entries).toArray()));
      for (long time = entries - 1; time >= 0; time--) {
        contract.apply(Operation.at(Kind.EVICT, time));
        contract.apply(Operation.of(Kind.QUERY));
      }
      assertTrue(contract.window().isEmpty());
    }
  }

  /** Evicts from both ends in turn, and from the middle. */
  @ParameterizedTest
  @MethodSource("outOfOrder")
  void shouldEvictFromAllSides(String algorithm) {
    long most = Tier.figure(40, 70, 70);
    for (int entries = 1; entries <= most; entries++) {
      Contract<Long> ends = affine(algorithm);
      Contract<Long> middle = affine(algorithm);
      ends.apply(bulk(LongStream.range(0, entries).toArray()));
      middle.apply(bulk(LongStream.range(0, entries).toArray()));
      for (int i = 0; i < entries; i++) {
        ends.apply(Operation.at(Kind.EVICT, i % 2 == 0 ? i / 2 : entries - 1 - i / 2));
        ends.apply(Operation.of(Kind.QUERY));
        int outwards = i % 2 == 0 ? entries / 2 + i / 2 : entries / 2 - 1 - i / 2;
        middle.apply(Operation.at(Kind.EVICT, outwards));
        middle.apply(Operation.of(Kind.QUERY));
      }
    }
  }

  /** A root that has just lost its level has no aggregate yet when the next entry arrives. */
  @ParameterizedTest
  @MethodSource("outOfOrder")
  void shouldAppendToARootThatLostItsLevel(String algorithm) {
    long most = Tier.figure(12, 20, 20);
    for (TestAggregation<?> kind : TestAggregation.ALL) {
      for (int entries = 2; entries <= most; entries++) {
        for (int kept = 1; kept < entries; kept++) {
          Contract<?> contract = new Contract<>(SlidingWindows.algorithm(algorithm), kind, false);
          contract.apply(bulk(LongStream.range(0, entries).toArray()));
          contract.apply(Operation.at(Kind.BULK_EVICT, entries - 1 - kept));
          contract.apply(Operation.at(Kind.EVICT, entries - 1));
          contract.apply(Operation.insert(entries, 7, ValueForm.LONG));
          contract.compareAll();
        }
      }
    }
  }

  /** The last node of a full chunk once moved an entry past the chunk's end. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldGrowOneByOnePastAChunk(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    for (long time = 0; time < 70_000; time++) {
      window.insert(time, 1L);
    }
    window.checkInvariants();
    assertEquals(70_000L, window.query());
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldKeepSizeThroughBulks(String algorithm) {
    SlidingWindow<Object> window = SlidingWindows.of(algorithm, "sum_wrapping");
    long size = 0;
    for (int round = 0; round < 40; round++) {
      long[] times = new long[round * 7];
      long start = round * 200L;
      Arrays.setAll(times, i -> start + i / 2);
      window.bulkInsert(times, times.clone(), 0, times.length);
      size += (times.length + 1) / 2;
      assertEquals(size, window.size());
      if (round % 4 == 3) {
        window.bulkEvict(start - 300);
        long counted = 0;
        for (int r = 0; r <= round; r++) {
          for (int i = 0; i < (r * 7 + 1) / 2; i++) {
            counted += r * 200L + i > start - 300 ? 1 : 0;
          }
        }
        size = counted;
        assertEquals(size, window.size());
      }
    }
    window.bulkEvict(Long.MAX_VALUE);
    assertEquals(0, window.size());
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldRefuseUnsortedBulksAndStayAsItWas(String algorithm) {
    Contract<Long> contract = affine(algorithm);
    contract.apply(bulk(0, 10, 20));
    for (int count : new int[] {2, 3, 40, 3_000}) {
      for (int wrong : new int[] {1, count / 2, count - 1}) {
        SlidingWindow<Long> window = contract.window(); // another one after each comparison
        long[] times = LongStream.range(0, count).map(i -> 30 + 2 * i).toArray();
        times[wrong] = times[wrong - 1] - 1;
        String message =
            assertThrows(
                    IllegalArgumentException.class,
                    () -> window.bulkInsert(times, new long[count], 0, count))
                .getMessage();
        assertTrue(message.contains("sorted"), message);
        assertTrue(message.contains(String.valueOf(times[wrong])), message);
        assertThrows(
            IllegalArgumentException.class,
            () -> window.bulkInsert(times, new double[count], 0, count));
        assertThrows(
            IllegalArgumentException.class,
            () -> window.bulkInsert(times, new Object[count], 0, count));
        contract.compareAll();
      }
    }
  }
}
