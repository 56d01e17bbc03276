package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/**
 * A job adds, removes and moves aggregations and changes the sizes of per-event windows, and keeps
 * its state. Results of windows that begin before an aggregation has seen all rows are null.
 */
class ChangedJobTest {
  private static final List<String> BACKENDS = List.of("heap", "rocksdb");

  /** A version of a job: its aggregations, and its windows' sizes; per-event if the slide is 0. */
  private record Version(List<Asked> asked, List<Long> sizes, long slide) {
    static Version first(Random random) {
      long slide = random.nextBoolean() ? 0 : 1 + random.nextInt(8);
      return new Version(asked(random), sizes(random, Math.max(1, slide)), slide);
    }

    /** Sliding windows keep their sizes, and whether one aggregation depends on the order. */
    Version next(Random random) {
      if (random.nextInt(4) == 0) {
        return this;
      }
      List<Asked> others = asked(random);
      if (slide > 0 && asked.contains(Asked.LAST) != others.contains(Asked.LAST)) {
        others = new ArrayList<>(others);
        others.remove(Asked.LAST);
        others.add(asked.contains(Asked.LAST) ? Asked.LAST : Asked.SUM);
      }
      boolean keepsSizes = slide > 0 || random.nextInt(3) == 0;
      List<Asked> distinct = others.stream().distinct().toList();
      return new Version(distinct, keepsSizes ? sizes : sizes(random, 1), slide);
    }

    private static List<Asked> asked(Random random) {
      List<Asked> all = new ArrayList<>(Arrays.asList(Asked.values()));
      Collections.shuffle(all, random);
      return all.subList(0, 1 + random.nextInt(all.size()));
    }

    private static List<Long> sizes(Random random, long unit) {
      int count = random.nextInt(4);
      return count == 0
          ? List.of(unit)
          : random.longs(count, 1, 40).map(size -> size * unit).boxed().toList();
    }

    OneInputTransformation<Trade, Row> step(String algorithm) {
      Map<String, Object> aggregations = new LinkedHashMap<>();
      asked.forEach(each -> aggregations.put("the_" + each, each.declared()));
      Map<String, WindowKind> windows = new LinkedHashMap<>();
      sizes.forEach(size -> windows.put("w" + windows.size(), kind(size)));
      return Bench.step(
          keyed ->
              (isSingle()
                      ? Finestra.keyed(keyed).of(kind(sizes.get(0)))
                      : Finestra.keyed(keyed).of(windows))
                  .algorithm(algorithm)
                  .aggregate(aggregations));
    }

    private WindowKind kind(long size) {
      return slide == 0 ? LastWindow.of(size) : SlidingTimeWindow.of(size, slide, 0, false);
    }

    boolean isSingle() {
      return sizes.size() == 1;
    }

    long longest() {
      return Collections.max(sizes);
    }
  }

  /** All rows so far, and the times from which on results have all of theirs. */
  private static final class Plain {
    private final List<Trade> rows = new ArrayList<>();
    private final Map<Asked, Long> since = new TreeMap<>();
    private long windowsSince = Long.MIN_VALUE;

    void change(Version before, Version now, long watermark) {
      long latest = rows.stream().mapToLong(row -> row.time).max().orElse(Long.MIN_VALUE);
      since.keySet().retainAll(now.asked);
      now.asked.stream()
          .filter(each -> !before.asked.contains(each))
          .forEach(each -> since.put(each, latest));
      if (now.longest() > before.longest()) {
        windowsSince = Math.max(windowsSince, Math.max(latest, watermark) - before.longest());
      }
    }

    /** The results whose time is after one watermark and not after another. */
    List<String> results(Version version, long after, long upTo) {
      List<String> results = new ArrayList<>();
      if (version.slide == 0) {
        rows.stream()
            .filter(row -> row.time > after && row.time <= upTo)
            .forEach(row -> results.add(result(version, row.symbol, row.time, row.time)));
      } else {
        for (String key : rows.stream().map(row -> row.symbol).distinct().toList()) {
          long first = Math.floorDiv(Math.max(after, -1) + 1, version.slide) * version.slide;
          for (long end = first; end - 1 <= upTo && end < 100_000; end += version.slide) {
            long last = end - 1;
            if (last > after && !in(key, end - version.longest(), last).isEmpty()) {
              results.add(result(version, key, last, end));
            }
          }
        }
      }
      Collections.sort(results);
      return results;
    }

    private String result(Version version, String key, long last, long shown) {
      List<Object> values = new ArrayList<>(List.of(key));
      if (version.isSingle() && version.slide > 0) {
        values.add(shown - version.longest());
      }
      values.add(shown);
      for (Asked each : version.asked) {
        for (long size : version.sizes) {
          long from = shown - size;
          boolean isComplete =
              from > Math.max(windowsSince, since.getOrDefault(each, Long.MIN_VALUE));
          values.add(isComplete ? each.of(in(key, from, last)) : null);
        }
      }
      return last + " " + Row.of(values.toArray());
    }

    private List<Trade> in(String key, long from, long to) {
      return rows.stream()
          .filter(row -> row.symbol.equals(key) && row.time >= from && row.time <= to)
          .toList();
    }
  }

  @Test
  void shouldEqualAPlainComputationThroughAllVersions() {
    Trials.run(60, 4_000, "jobs of several versions", (seed, only) -> run(seed));
  }

  private static void run(long seed) throws Exception {
    Random random = new Random(seed);
    String algorithm = List.of("b_fiba4", "nb_fiba8", "b_fiba16").get(random.nextInt(3));
    long slide = random.nextBoolean() ? 0 : 1 + random.nextInt(8);
    String backend = BACKENDS.get(random.nextInt(16) / 15);
    Plain plain = new Plain();
    Version version = null;
    OperatorSubtaskState state = null;
    long watermark = -1;
    for (int i = 0; i < 4; i++) {
      Version before = version;
      version = before == null ? Version.first(random) : before.next(random);
      if (before != null) {
        plain.change(before, version, watermark);
      }
      try (Bench<Row> bench =
          new Bench<>(version.step(algorithm), backend, 1, 0, state, i == 0 ? 0 : 1)) {
        bench.watermark(watermark);
        assertEquals(List.of(), bench.out(), "no result is emitted again");
        for (int steps = random.nextInt(40); steps > 0; steps--) {
          if (random.nextInt(4) > 0) {
            Trade row =
                new Trade(
                    "k" + random.nextInt(3),
                    watermark + 1 + random.nextInt(30),
                    (long) random.nextInt(9),
                    0);
            plain.rows.add(row);
            bench.row(row);
          } else {
            long next = watermark + random.nextInt(40);
            bench.watermark(next);
            assertEquals(
                plain.results(version, watermark, next), Asked.results(bench), version::toString);
            watermark = next;
          }
        }
        state = bench.harness().snapshot(i, i);
      }
    }
  }

  @Test
  void shouldRefuseANewAggregationOfCountWindows() throws Exception {
    for (String backend : BACKENDS) {
      OperatorSubtaskState state = oneRow(counting(List.of("max")), backend);
      String told =
          assertThrows(
                  IllegalStateException.class,
                  () -> new Bench<>(counting(List.of("max", "sum")), backend, 1, 0, state, 1))
              .getMessage();
      assertTrue(
          told.contains("no sum over longs of price. This is not supported with count"), told);
    }
  }

  @Test
  void shouldRemoveAnAggregationOfCountWindows() throws Exception {
    for (String backend : BACKENDS) {
      OperatorSubtaskState state = oneRow(counting(List.of("max", "sum")), backend);
      try (Bench<Row> bench = new Bench<>(counting(List.of("sum")), backend, 1, 0, state, 1)) {
        bench.row(new Trade("k", 2, 9L, 0));
        assertEquals(List.of("2 +I[k, 16]"), bench.out());
      }
    }
  }

  private static OneInputTransformation<Trade, Row> counting(List<String> names) {
    return Bench.step(k -> Finestra.keyed(k).of(CountWindow.of(2)).aggregate(ofPrices(names)));
  }

  private static Map<String, Object> ofPrices(List<String> names) {
    Map<String, Object> aggregations = new LinkedHashMap<>();
    names.forEach(name -> aggregations.put("the_" + name, List.of(name, "price")));
    return aggregations;
  }

  /** Each task stores the latest time of its own rows. */
  @Test
  void shouldUseTheLatestRowOfAllTasks() throws Exception {
    Version one = new Version(List.of(Asked.SUM), List.of(10L), 0);
    Version two = new Version(List.of(Asked.SUM, Asked.COUNT), List.of(10L), 0);
    try (Bench<Row> a = new Bench<>(one.step("b_fiba4"), "heap", 2, 0, null, 0);
        Bench<Row> b = new Bench<>(one.step("b_fiba4"), "heap", 2, 1, null, 0)) {
      a.row(new Trade(keyOf(0), 5, 7L, 0));
      b.row(new Trade(keyOf(1), 50, 7L, 0));
      OperatorSubtaskState state =
          AbstractStreamOperatorTestHarness.repackageState(
              a.harness().snapshot(1, 1), b.harness().snapshot(1, 1));
      try (Bench<Row> both = new Bench<>(two.step("b_fiba4"), "heap", 1, 0, state, 2)) {
        both.row(new Trade("k", 60, 1L, 0));
        both.row(new Trade("k", 61, 1L, 0));
        both.watermark(61);
        assertEquals(
            List.of("60 +I[k, 60, 1, null]", "61 +I[k, 61, 2, 2]"), both.out().subList(2, 4));
      }
    }
  }

  /** A key of one of two tasks. */
  private static String keyOf(int task) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "k" + i)
        .filter(
            key ->
                KeyGroupRangeAssignment.assignKeyToParallelOperator(key, Bench.KEY_GROUPS, 2)
                    == task)
        .findFirst()
        .orElseThrow();
  }

  private static OperatorSubtaskState oneRow(OneInputTransformation<Trade, ?> step, String backend)
      throws Exception {
    try (Bench<?> bench = new Bench<>(step, backend, 1, 0, null, 0)) {
      bench.row(new Trade("k", 1, 7L, 0));
      return bench.harness().snapshot(1, 1);
    }
  }

  /** The bound of a longer window is the last watermark, also if there was none after a restart. */
  @Test
  void shouldRememberTheWatermarkOfTheRunBefore() throws Exception {
    Version ten = new Version(List.of(Asked.COUNT), List.of(10L), 0);
    Version twenty = new Version(List.of(Asked.COUNT), List.of(20L), 0);
    OperatorSubtaskState state;
    try (Bench<Row> bench = new Bench<>(ten.step("b_fiba4"), "heap", 1, 0, null, 0)) {
      bench.row(new Trade("k", 495, 1L, 0));
      bench.row(new Trade("k", 500, 1L, 0));
      bench.watermark(1_000);
      state = bench.harness().snapshot(1, 1);
    }
    try (Bench<Row> bench = new Bench<>(ten.step("b_fiba4"), "heap", 1, 0, state, 1)) {
      state = bench.harness().snapshot(2, 2);
    }
    try (Bench<Row> bench = new Bench<>(twenty.step("b_fiba4"), "heap", 1, 0, state, 1)) {
      bench.row(new Trade("k", 511, 1L, 0));
      bench.row(new Trade("k", 1_011, 1L, 0));
      bench.watermark(2_000);
      assertEquals(List.of("1011 +I[k, 1011, 1]", "511 +I[k, 511, null]"), bench.out());
    }
  }

  /** After the last watermark the state has no rows. */
  @Test
  void shouldKnowThatADrainedJobHasNoRows() throws Exception {
    Version ten = new Version(List.of(Asked.COUNT), List.of(10L), 0);
    Version twenty = new Version(List.of(Asked.COUNT), List.of(20L), 0);
    OperatorSubtaskState state;
    try (Bench<Row> bench = new Bench<>(ten.step("b_fiba4"), "heap", 1, 0, null, 0)) {
      bench.row(new Trade("k", 500, 1L, 0));
      bench.watermark(Long.MAX_VALUE);
      state = bench.harness().snapshot(1, 1);
    }
    try (Bench<Row> bench = new Bench<>(twenty.step("b_fiba4"), "heap", 1, 0, state, 1)) {
      bench.row(new Trade("k", 520, 1L, 0));
      bench.row(new Trade("k", 521, 1L, 0));
      bench.watermark(521);
      assertEquals(List.of("520 +I[k, 520, null]", "521 +I[k, 521, 2]"), bench.out());
    }
  }

  /** A window that is stored as a whole has other bytes with other aggregations. */
  @Test
  void shouldChangeOnlySizesOfWindowsThatAreStoredWhole() throws Exception {
    Version ten = new Version(List.of(Asked.COUNT), List.of(10L), 0);
    Version five = new Version(List.of(Asked.COUNT), List.of(5L), 0);
    Version two = new Version(List.of(Asked.COUNT, Asked.SUM), List.of(10L), 0);
    for (String backend : BACKENDS) {
      OperatorSubtaskState state = oneRow(ten.step("btree4"), backend);
      try (Bench<Row> bench = new Bench<>(five.step("btree4"), backend, 1, 0, state, 1)) {
        bench.row(new Trade("k", 6, 1L, 0));
        bench.watermark(6);
        assertEquals(List.of("1 +I[k, 1, 1]", "6 +I[k, 6, 2]"), bench.out());
      }
      assertRejected(two.step("btree4"), state, backend);
    }
  }

  private static void assertRejected(
      OneInputTransformation<Trade, ?> step, OperatorSubtaskState state, String backend) {
    assertThrows(Exception.class, () -> new Bench<>(step, backend, 1, 0, state, 1).close());
  }

  /** Panes have one entry for all rows, unless an aggregation depends on their order. */
  @Test
  void shouldRefuseAnotherOrderOfPanes() throws Exception {
    Version ordered = new Version(List.of(Asked.LAST, Asked.MAX), List.of(10L), 10);
    Version unordered = new Version(List.of(Asked.MAX), List.of(10L), 10);
    for (String backend : BACKENDS) {
      assertRejected(unordered.step("auto"), oneRow(ordered.step("auto"), backend), backend);
      assertRejected(ordered.step("auto"), oneRow(unordered.step("auto"), backend), backend);
    }
  }

  /** The retracted results would be those of the new size. */
  @Test
  void shouldRefuseOtherSizesWithCorrections() throws Exception {
    for (String backend : BACKENDS) {
      OperatorSubtaskState state = oneRow(correcting(10), backend);
      assertRejected(correcting(20), state, backend);
      new Bench<>(correcting(10), backend, 1, 0, state, 1).close();
    }
  }

  private static OneInputTransformation<Trade, Row> correcting(long size) {
    return Bench.step(
        k ->
            Finestra.keyed(k)
                .of(LastWindow.of(size))
                .allowedLateness(9)
                .emit(Emit.CORRECTIONS)
                .aggregate("max", "price"));
  }
}
