package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/**
 * A job changes its algorithm, lateness or emission, and keeps its state. Then it emits what a job
 * emits that had the new options from the start, and got the rows that were accepted. Results of
 * windows that had expired before the change are not emitted again.
 */
class ChangedModeTest {
  private static final OutputTag<Trade> LATE = new OutputTag<>("late", Types.POJO(Trade.class)) {};

  private static final long MOST_LATE = 24;

  /** The options of a job. */
  private record Mode(WindowKind kind, String algorithm, long lateness, Emit emit, long rate) {
    Mode(WindowKind kind, String algorithm, long lateness, Emit emit) {
      this(kind, algorithm, lateness, emit, 1);
    }

    /**
     * @param before the earlier options; null for the first ones
     */
    static Mode random(WindowKind kind, Mode before, Random random) {
      List<String> algorithms = List.of("b_fiba4", "b_fiba16", "nb_fiba4", "btree4");
      List<Emit> emits =
          kind instanceof LastWindow
              ? List.of(Emit.ON_WATERMARK, Emit.CORRECTIONS, Emit.CHANGES)
              : List.of(Emit.ON_WATERMARK, Emit.CORRECTIONS);
      Emit emit = emits.get(random.nextInt(emits.size()));
      long lateness = 8 * (random.nextInt(3) + (emit == Emit.CORRECTIONS ? 1 : 0));
      if (kind instanceof SessionWindow) {
        // With a longer lateness, a late row would extend a session that is gone.
        lateness = before == null ? 8 : before.lateness;
      }
      long rate = emit == Emit.CHANGES ? 1 + random.nextInt(3) * random.nextInt(5) : 1;
      String algorithm = algorithms.get(random.nextInt(algorithms.size()));
      return new Mode(kind, algorithm, lateness, emit, rate);
    }

    /** The same windows, which accept all rows that jobs with a shorter lateness accepted. */
    Mode reference() {
      long longest = kind instanceof SessionWindow ? lateness : MOST_LATE;
      return new Mode(kind, algorithm, longest, emit, rate);
    }

    /** The time up to which windows have expired. */
    long expired(long watermark) {
      return emit == Emit.CHANGES ? watermark : watermark - lateness;
    }

    OneInputTransformation<Trade, Row> step() {
      Map<String, Object> aggregations = new LinkedHashMap<>();
      aggregations.put("n", "count");
      aggregations.put("all", List.of("sum", "price"));
      aggregations.put("top", List.of("max", "price"));
      return Bench.step(
          keyed ->
              Finestra.keyed(keyed)
                  .of(kind)
                  .algorithm(algorithm)
                  .allowedLateness(lateness)
                  .sideOutputLateData(LATE)
                  .emit(emit)
                  .rate(Duration.ofMillis(rate))
                  .aggregate(aggregations));
    }

    /** The last time at which there can be a result when the watermark has come. */
    long lastResult(long watermark) {
      return Math.floorDiv(watermark, rate) * rate;
    }
  }

  /** A row that a job accepted, or a watermark. */
  private record Step(Trade row, long watermark) {
    void into(Bench<Row> bench) throws Exception {
      if (row == null) {
        bench.watermark(watermark);
      } else {
        bench.row(new Trade(row.symbol, row.time, row.price, 0));
      }
    }
  }

  @Test
  void shouldEmitAsIfTheOptionsHadAlwaysBeenTheNewOnes() {
    Trials.run(100, 6_000, "jobs with new options", (seed, only) -> run(new Random(seed)));
  }

  private static WindowKind kind(Random random) {
    long unit = 1 + random.nextInt(8);
    return switch (random.nextInt(4)) {
      case 0 -> SlidingTimeWindow.of(unit * (1 + random.nextInt(4)), unit, 0, false);
      case 1 -> new SessionWindow(unit);
      default -> LastWindow.of(1 + random.nextInt(30));
    };
  }

  private static void run(Random random) throws Exception {
    WindowKind kind = kind(random);
    String backend = List.of("heap", "rocksdb").get(random.nextInt(8) / 7);
    List<Step> accepted = new ArrayList<>();
    OperatorSubtaskState state = null;
    long watermark = 0;
    long gone = Long.MIN_VALUE;
    Mode mode = null;
    Map<Object, String> newestBefore = new TreeMap<>();
    for (int version = 0; version < 3; version++) {
      long restored = watermark;
      long emitted = mode == null ? restored : mode.lastResult(restored);
      mode = Mode.random(kind, mode, random);
      try (Bench<Row> bench = new Bench<>(mode.step(), backend, 1, 0, state, version == 0 ? 0 : 1);
          Bench<Row> reference = new Bench<>(mode.reference().step(), "heap", 1, 0, null, 0)) {
        for (Step step : accepted) {
          step.into(reference);
        }
        Newest newest = new Newest(reference, new TreeMap<>());
        Newest ofChanged = new Newest(bench, newestBefore);
        bench.watermark(watermark);
        reference.watermark(watermark);
        newest.read();
        List<StreamRecord<Row>> again = new ArrayList<>(bench.records());
        again.removeIf(each -> each.getTimestamp() > emitted);
        assertEquals(List.of(), again, "no result is emitted again");
        for (int steps = random.nextInt(60); steps > 0; steps--) {
          // A late row may be in a window that has expired and in one that has not.
          long expired = Math.max(gone, mode.expired(watermark));
          Step step;
          if (random.nextInt(4) > 0) {
            long time = Math.max(1, watermark - 10 + random.nextInt(30));
            step =
                new Step(new Trade("k" + random.nextInt(3), time, (long) random.nextInt(9), 0), 0);
          } else {
            watermark += random.nextInt(20);
            step = new Step(null, watermark);
          }
          step.into(bench);
          if (bench.late(LATE).isEmpty()) {
            accepted.add(step);
            step.into(reference);
          }
          if (mode.emit == Emit.CHANGES) {
            newest.read();
            ofChanged.read();
          } else {
            assertEquals(
                after(expired, reference), after(expired, bench), mode + " after " + accepted);
          }
        }
        watermark += 10;
        bench.watermark(watermark);
        reference.watermark(watermark);
        accepted.add(new Step(null, watermark));
        if (mode.emit == Emit.CHANGES && mode.lastResult(watermark) > restored) {
          newest.read();
          ofChanged.read();
          assertEquals(newest.results, ofChanged.results, mode + " after " + accepted);
        }
        if (mode.emit != Emit.CHANGES) {
          newestBefore.clear();
        }
        gone = Math.max(gone, mode.expired(watermark));
        state = bench.harness().snapshot(version, version);
      }
    }
  }

  /** The results of windows whose last time is after this, sorted as text. */
  private static List<String> after(long expired, Bench<Row> bench) {
    return bench.records().stream()
        .filter(each -> each.getTimestamp() > expired)
        .map(each -> each.getTimestamp() + " " + each.getValue())
        .sorted()
        .toList();
  }

  /** The newest result of each key with rows in its window. */
  private static final class Newest {
    private final Bench<Row> bench;
    private final Map<Object, String> results;

    Newest(Bench<Row> bench, Map<Object, String> results) {
      this.bench = bench;
      this.results = results;
    }

    void read() {
      for (StreamRecord<Row> each : bench.records()) {
        Row row = each.getValue();
        if (row.getField("n").equals(0L)) {
          results.remove(row.getField(0));
        } else {
          results.put(
              row.getField(0),
              List.of(row.getField("n"), row.getField("all"), row.getField("top")).toString());
        }
      }
    }
  }

  /** Results on events do not wait for the watermark, so no result is pending in the state. */
  @Test
  void shouldEmitOpenWindowsThatWereEmittedOnEvents() throws Exception {
    Map<WindowKind, List<String>> results =
        Map.of(
            SlidingTimeWindow.of(10, 10, 0, false), List.of("19 +I[k, 10, 20, 2, 3, 2]"),
            LastWindow.of(10), List.of("12 +I[k, 12, 2, 3, 2]"));
    for (Map.Entry<WindowKind, List<String>> each : results.entrySet()) {
      OperatorSubtaskState state;
      Mode onEvent = new Mode(each.getKey(), "b_fiba4", 0, Emit.ON_EVENT);
      try (Bench<Row> bench = new Bench<>(onEvent.step(), "heap", 1, 0, null, 0)) {
        bench.row(new Trade("k", 11, 1L, 0));
        bench.watermark(11);
        bench.row(new Trade("k", 12, 2L, 0));
        state = bench.harness().snapshot(1, 1);
      }
      Mode onWatermark = new Mode(each.getKey(), "b_fiba4", 0, Emit.ON_WATERMARK);
      try (Bench<Row> bench = new Bench<>(onWatermark.step(), "heap", 1, 0, state, 1)) {
        bench.watermark(30);
        assertEquals(each.getValue(), bench.out());
      }
    }
  }

  /** The first watermark after a restore may be lower than the last one before. */
  @Test
  void shouldRetractResultsThatWereEmittedOnWatermarks() throws Exception {
    Mode onWatermark = new Mode(LastWindow.of(10), "b_fiba4", 20, Emit.ON_WATERMARK);
    OperatorSubtaskState state = oneRow(onWatermark.step(), 95, 100);
    Mode corrections = new Mode(LastWindow.of(10), "b_fiba4", 20, Emit.CORRECTIONS);
    try (Bench<Row> bench = new Bench<>(corrections.step(), "heap", 1, 0, state, 1)) {
      bench.row(new Trade("k", 92, 1L, 0));
      assertEquals(
          List.of("92 +I[k, 92, 1, 1, 1]", "95 +U[k, 95, 2, 8, 7]", "95 -U[k, 95, 1, 7, 7]"),
          bench.out());
    }
  }

  /** After the last watermark, a window has expired although no watermark has its time. */
  @Test
  void shouldKeepWindowsOfADrainedJobExpired() throws Exception {
    Mode early = new Mode(SlidingTimeWindow.of(10, 10, 0, false), "b_fiba4", 0, Emit.ON_WATERMARK);
    OperatorSubtaskState state = oneRow(early.step(), 11, Long.MAX_VALUE);
    Mode late = new Mode(SlidingTimeWindow.of(10, 10, 0, false), "b_fiba4", 5, Emit.ON_WATERMARK);
    try (Bench<Row> bench = new Bench<>(late.step(), "heap", 1, 0, state, 1)) {
      bench.watermark(21);
      bench.row(new Trade("k", 12, 1L, 0));
      assertEquals(List.of(), bench.out());
      assertEquals(1, bench.late(LATE).size());
    }
  }

  @Test
  void shouldBeginChangesWithTheCurrentResults() throws Exception {
    Mode onWatermark = new Mode(LastWindow.of(10), "b_fiba4", 0, Emit.ON_WATERMARK);
    OperatorSubtaskState state = oneRow(onWatermark.step(), 11, 15);
    Mode changes = new Mode(LastWindow.of(10), "b_fiba4", 0, Emit.CHANGES);
    try (Bench<Row> bench = new Bench<>(changes.step(), "heap", 1, 0, state, 1)) {
      bench.watermark(30);
      assertEquals(List.of("16 +I[k, 16, 1, 7, 7]", "22 +I[k, 22, 0, 0, null]"), bench.out());
    }
  }

  @Test
  void shouldKeepWindowsOfAFunctionExpired() throws Exception {
    OperatorSubtaskState state;
    try (Bench<Long> bench = new Bench<>(ofFunction(5), "heap", 1, 0, null, 0)) {
      bench.row(new Trade("k", 11, 7L, 0));
      bench.watermark(30);
      assertEquals(List.of("19 7"), bench.out());
      state = bench.harness().snapshot(1, 1);
    }
    try (Bench<Long> bench = new Bench<>(ofFunction(500), "heap", 1, 0, state, 1)) {
      bench.watermark(30);
      bench.row(new Trade("k", 12, 1L, 0));
      bench.row(new Trade("k", 22, 2L, 0));
      assertEquals(List.of("29 2"), bench.out());
      assertEquals(1, bench.late(LATE).size());
    }
  }

  private static OneInputTransformation<Trade, Long> ofFunction(long lateness) {
    return Bench.step(
        keyed ->
            Tallied.windows(
                Finestra.keyed(keyed)
                    .of(SlidingTimeWindow.of(10, 10, 0, false))
                    .allowedLateness(lateness)
                    .sideOutputLateData(LATE),
                2));
  }

  @Test
  void shouldChangeAlgorithmAndEmissionAtOnce() throws Exception {
    for (String backend : List.of("heap", "rocksdb")) {
      Mode changes = new Mode(LastWindow.of(2), "nb_fiba4", 0, Emit.CHANGES, 3);
      OperatorSubtaskState state;
      try (Bench<Row> bench = new Bench<>(changes.step(), backend, 1, 0, null, 0)) {
        for (String key : List.of("a", "b", "c")) {
          bench.row(new Trade(key, 159, 4L, 0));
          bench.row(new Trade(key, 167, 7L, 0));
        }
        bench.watermark(163);
        state = bench.harness().snapshot(1, 1);
      }
      Mode onWatermark = new Mode(LastWindow.of(2), "btree4", 0, Emit.ON_WATERMARK);
      try (Bench<Row> bench = new Bench<>(onWatermark.step(), backend, 1, 0, state, 1)) {
        bench.watermark(175);
        assertEquals(
            List.of(
                "167 +I[a, 167, 1, 7, 7]", "167 +I[b, 167, 1, 7, 7]", "167 +I[c, 167, 1, 7, 7]"),
            bench.out());
      }
    }
  }

  /** The first result at another rate is compared with the last one at the old rate. */
  @Test
  void shouldEmitOnlyChangesAtAnotherRate() throws Exception {
    OperatorSubtaskState state;
    try (Bench<Row> bench = new Bench<>(changes(5), "heap", 1, 0, null, 0)) {
      bench.row(new Trade("same", 11, 7L, 0));
      bench.row(new Trade("gone", 7, 7L, 0));
      bench.watermark(18);
      assertEquals(List.of("10 +I[gone, 10, 7]", "15 +I[same, 15, 7]"), bench.out());
      state = bench.harness().snapshot(1, 1);
    }
    try (Bench<Row> bench = new Bench<>(changes(2), "heap", 1, 0, state, 1)) {
      bench.watermark(20);
      assertEquals(List.of("20 +I[gone, 20, null]"), bench.out());
      bench.watermark(30);
      assertEquals(List.of("22 +I[same, 22, null]"), bench.out());
    }
  }

  private static OneInputTransformation<Trade, Row> changes(long rate) {
    return Bench.step(
        keyed ->
            Finestra.keyed(keyed)
                .of(LastWindow.of(9))
                .emit(Emit.CHANGES)
                .rate(Duration.ofMillis(rate))
                .aggregate("max", "price"));
  }

  @Test
  void shouldRejectStateThatHasNoRows() throws Exception {
    assertRejected(counting("two_stacks_lite"), counting("two_stacks"));
    OneInputTransformation<Trade, Row> kept = counting("two_stacks");
    OperatorSubtaskState state = oneRow(kept);
    try (Bench<Row> bench = new Bench<>(counting("two_stacks_lite"), "heap", 1, 0, state, 1)) {
      bench.row(new Trade("k", 12, 9L, 0));
      assertEquals(List.of("12 +I[k, 9]"), bench.out());
    }
  }

  private static OneInputTransformation<Trade, Row> counting(String algorithm) {
    return Bench.step(
        keyed ->
            Finestra.keyed(keyed)
                .of(CountWindow.of(2))
                .algorithm(algorithm)
                .aggregate("max", "price"));
  }

  private static void assertRejected(
      OneInputTransformation<Trade, Row> before, OneInputTransformation<Trade, Row> now)
      throws Exception {
    OperatorSubtaskState state = oneRow(before);
    assertThrows(Exception.class, () -> new Bench<>(now, "heap", 1, 0, state, 1).close());
  }

  private static OperatorSubtaskState oneRow(OneInputTransformation<Trade, Row> step)
      throws Exception {
    return oneRow(step, 11, 0);
  }

  private static OperatorSubtaskState oneRow(
      OneInputTransformation<Trade, Row> step, long time, long watermark) throws Exception {
    try (Bench<Row> bench = new Bench<>(step, "heap", 1, 0, null, 0)) {
      bench.row(new Trade("k", time, 7L, 0));
      bench.watermark(watermark);
      return bench.harness().snapshot(1, 1);
    }
  }
}
