package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/** A savepoint can be restored after some changes of its job; other changes are rejected. */
class SavepointTest {
  private static OneInputTransformation<Trade, Row> step(
      WindowKind kind,
      String aggregation,
      UnaryOperator<FinestraWindowedStream<Trade, String>> options) {
    return Bench.step(
        keyed -> options.apply(Finestra.keyed(keyed).of(kind)).aggregate(aggregation, "price"));
  }

  private static OneInputTransformation<Trade, Row> step(WindowKind kind, String aggregation) {
    return step(kind, aggregation, w -> w);
  }

  private static OperatorSubtaskState savepoint(String backend) throws Exception {
    return oneRow(step(SlidingTimeWindow.of(10, 5, 0, false), "max"), backend);
  }

  @Test
  void shouldRestoreWithOtherLatenessAndEmission() throws Exception {
    for (String backend : List.of("heap", "rocksdb")) {
      var changed =
          step(
              SlidingTimeWindow.of(10, 5, 0, false),
              "max",
              w -> w.allowedLateness(100).emit(Emit.CORRECTIONS));
      try (Bench<Row> bench = new Bench<>(changed, backend, 1, 0, savepoint(backend), 1)) {
        bench.watermark(4);
        assertEquals(List.of("4 +I[k, -5, 5, 7]"), bench.out());
        bench.row(new Trade("k", 2, 9L, 0));
        assertEquals(List.of("4 +U[k, -5, 5, 9]", "4 -U[k, -5, 5, 7]"), bench.out());
      }
    }
  }

  @Test
  void shouldEmitNothingAtTheWatermarkAfterChangingToOnEvent() throws Exception {
    for (WindowKind kind : List.of(SlidingTimeWindow.of(10, 5, 0, false), LastWindow.of(10))) {
      OperatorSubtaskState state;
      try (Bench<Row> bench = new Bench<>(step(kind, "max"), "heap", 1, 0, null, 0)) {
        bench.row(new Trade("k", 1, 7L, 0));
        state = bench.harness().snapshot(1, 1);
      }
      var changed = step(kind, "max", w -> w.emit(Emit.ON_EVENT));
      try (Bench<Row> bench = new Bench<>(changed, "heap", 1, 0, state, 1)) {
        bench.row(new Trade("k", 2, 9L, 0));
        assertEquals(1, bench.out().size());
        bench.watermark(1_000);
        assertEquals(List.of(), bench.out());
        assertEquals(0, bench.left());
      }
    }
  }

  @Test
  void shouldRefuseToChangeACountWindowToOnEvent() throws Exception {
    WindowKind ten = new CountWindow(10, 5);
    OperatorSubtaskState state;
    try (Bench<Row> bench = new Bench<>(step(ten, "count"), "heap", 1, 0, null, 0)) {
      for (int i = 0; i < 12; i++) {
        bench.row(new Trade("k", i, 7L, 0));
      }
      state = bench.harness().snapshot(1, 1);
    }
    var changed = step(ten, "count", w -> w.emit(Emit.ON_EVENT));
    try (Bench<Row> bench = new Bench<>(changed, "heap", 1, 0, state, 1)) {
      String told =
          assertThrows(IllegalStateException.class, () -> bench.row(new Trade("k", 12, 7L, 0)))
              .getMessage();
      assertTrue(told.contains("every 5 rows") && told.contains("ON_WATERMARK"), told);
    }
  }

  @Test
  void shouldKeepKeysAfterTheTimeToLiveWasRemoved() throws Exception {
    WindowKind three = CountWindow.of(3);
    OperatorSubtaskState state;
    var mortal = step(three, "count", w -> w.stateTtl(Duration.ofMillis(1_000)));
    try (Bench<Row> bench = new Bench<>(mortal, "heap", 1, 0, null, 0)) {
      bench.row(new Trade("k", 1, 7L, 0));
      bench.row(new Trade("k", 2, 8L, 0));
      state = bench.harness().snapshot(1, 1);
    }
    try (Bench<Row> bench = new Bench<>(step(three, "count"), "heap", 1, 0, state, 1)) {
      bench.harness().setProcessingTime(5_000);
      bench.row(new Trade("k", 3, 9L, 0));
      assertEquals(List.of("3 +I[k, 3]"), bench.out());
    }
  }

  /**
   * The POJO serializer registers a subclass when it first sees one, and writes it to snapshots.
   */
  @Test
  void shouldRestoreWithRowsOfASubclass() throws Exception {
    var step =
        Bench.step(
            keyed ->
                Finestra.keyed(keyed)
                    .of(SlidingTimeWindow.of(10, 10, 0, false))
                    .reduce((older, newer) -> newer));
    for (String backend : List.of("heap", "rocksdb")) {
      OperatorSubtaskState state = null;
      for (int i = 0; i < 4; i++) {
        try (Bench<Trade> bench = new Bench<>(step, backend, 1, 0, state, i == 0 ? 0 : 1)) {
          bench.row(new Dear("k", i));
          bench.harness().snapshot(2 * i, 2 * i);
          bench.row(new Dear("k", i));
          state = bench.harness().snapshot(2 * i + 1, 2 * i + 1);
          if (i == 3) {
            bench.watermark(9);
            assertEquals(List.of("9 k@3=8/0.0"), bench.out(), backend);
          }
        }
      }
    }
  }

  /** A subclass of a trade that the stream's type does not know. */
  public static final class Dear extends Trade {
    public Dear() {}

    Dear(String symbol, long time) {
      super(symbol, time, 8L, 0);
    }
  }

  @Test
  void shouldRefuseWindowsThatChanged() throws Exception {
    for (String backend : List.of("heap", "rocksdb")) {
      OperatorSubtaskState state = savepoint(backend);
      refuses(
          backend,
          state,
          step(SlidingTimeWindow.of(20, 5, 0, false), "max"),
          "slides(20,5,0)",
          "slides(10,5,0)");
    }
  }

  /**
   * No state is accessed between the restore and the next savepoint, which must have the new
   * format.
   */
  @Test
  void shouldRestoreWithANewerSerializerOfAccumulators() throws Exception {
    for (String backend : List.of("heap", "rocksdb")) {
      WindowKind kind = SlidingTimeWindow.of(10, 10, 0, false);
      var older = Bench.step(keyed -> Tallied.windows(keyed, kind, 1));
      var newer = Bench.step(keyed -> Tallied.windows(keyed, kind, 2));
      OperatorSubtaskState state;
      try (Bench<Long> bench = new Bench<>(older, backend, 1, 0, null, 0)) {
        for (int i = 0; i < 9; i++) {
          bench.row(new Trade("k" + i % 2, i, (long) i, 0));
        }
        state = bench.harness().snapshot(1, 1);
      }
      for (int i = 0; i < 2; i++) {
        try (Bench<Long> bench = new Bench<>(newer, backend, 1, 0, state, 1)) {
          state = bench.harness().snapshot(2 + i, 2 + i);
        }
      }
      try (Bench<Long> bench = new Bench<>(newer, backend, 1, 0, state, 1)) {
        bench.row(new Trade("k0", 9, 1L << 40, 0));
        bench.watermark(9);
        assertEquals(List.of("9 " + (20 + (1L << 40)), "9 16"), bench.out(), backend);
      }
      OperatorSubtaskState newest = state;
      assertThrows(
          Exception.class, () -> new Bench<>(older, backend, 1, 0, newest, 1).close(), backend);
    }
  }

  /** In a window that is stored as a whole, accumulators cannot be read one by one. */
  @Test
  void shouldRefuseANewerSerializerIfWindowsAreStoredWhole() throws Exception {
    WindowKind kind = SlidingTimeWindow.of(10, 10, 0, false);
    for (String backend : List.of("heap", "rocksdb")) {
      OneInputTransformation<Trade, Long> older = tallied(kind, 1);
      OperatorSubtaskState state = oneRow(older, backend);
      refuses(backend, state, tallied(kind, 2), "by btree4", "Tallied");
      try (Bench<Long> bench = new Bench<>(older, backend, 1, 0, state, 1)) {
        bench.watermark(9);
        assertEquals(List.of("9 7"), bench.out());
      }
    }
  }

  private static OneInputTransformation<Trade, Long> tallied(WindowKind kind, int version) {
    return Bench.step(
        k -> Tallied.windows(Finestra.keyed(k).of(kind).algorithm("btree4"), version));
  }

  /** For example the same function under another class name. */
  @Test
  void shouldRestoreWithAnotherFunctionOfTheSameAccumulators() throws Exception {
    WindowKind kind = SlidingTimeWindow.of(10, 10, 0, false);
    for (String algorithm : List.of("b_fiba4", "btree4")) {
      for (String backend : List.of("heap", "rocksdb")) {
        OperatorSubtaskState state = oneRow(reducing(kind, algorithm, new Newer()), backend);
        var renamed = reducing(kind, algorithm, new Newest());
        try (Bench<Trade> bench = new Bench<>(renamed, backend, 1, 0, state, 1)) {
          bench.row(new Trade("k", 2, 9L, 0));
          bench.watermark(9);
          assertEquals(List.of("9 k@2=9/0.0"), bench.out(), backend);
        }
      }
    }
  }

  private static OneInputTransformation<Trade, Trade> reducing(
      WindowKind kind, String algorithm, AggregateFunction<Trade, Trade, Trade> function) {
    return Bench.step(
        keyed -> Finestra.keyed(keyed).of(kind).algorithm(algorithm).aggregate(function));
  }

  private static class Newer implements AggregateFunction<Trade, Trade, Trade> {
    private static final long serialVersionUID = 1L;

    @Override
    public Trade createAccumulator() {
      return new Trade("", Long.MIN_VALUE, 0L, 0);
    }

    @Override
    public Trade add(Trade trade, Trade newest) {
      return merge(newest, trade);
    }

    @Override
    public Trade merge(Trade older, Trade newer) {
      return newer.time > older.time ? newer : older;
    }

    @Override
    public Trade getResult(Trade newest) {
      return newest;
    }
  }

  private static final class Newest extends Newer {
    private static final long serialVersionUID = 1L;
  }

  /** An aggregation of another field is a new one: it has not seen the earlier rows. */
  @Test
  void shouldKnowAggregationsByTheirFields() throws Exception {
    Map<String, ?> means = Map.of("a", List.of("mean", "time"), "b", List.of("mean", "weight"));
    Map<String, ?> swapped = Map.of("a", List.of("mean", "weight"), "b", List.of("mean", "time"));
    for (String backend : List.of("heap", "rocksdb")) {
      try (Bench<Row> bench = new Bench<>(max("time"), backend, 1, 0, savepoint(backend), 1)) {
        bench.watermark(9);
        assertEquals(List.of("4 +I[k, -5, 5, null]", "9 +I[k, 0, 10, null]"), bench.out());
      }
      OperatorSubtaskState state = oneRow(named(means), backend);
      try (Bench<Row> bench = new Bench<>(named(swapped), backend, 1, 0, state, 1)) {
        bench.watermark(4);
        assertEquals(List.of("4 +I[k, -5, 5, 0.0, 1.0]"), bench.out());
      }
    }
  }

  private static OneInputTransformation<Trade, Row> max(String field) {
    return Bench.step(
        k -> Finestra.keyed(k).of(SlidingTimeWindow.of(10, 5, 0, false)).aggregate("max", field));
  }

  private static OneInputTransformation<Trade, Row> named(Map<String, ?> aggregations) {
    return Bench.step(
        k -> Finestra.keyed(k).of(SlidingTimeWindow.of(10, 5, 0, false)).aggregate(aggregations));
  }

  @Test
  void shouldRestoreWithOtherNamesOfWindows() throws Exception {
    var older = several(Map.of("hour", LastWindow.of(10), "day", LastWindow.of(20)));
    var newer = several(Map.of("a", LastWindow.of(10), "b", LastWindow.of(20)));
    for (String backend : List.of("heap", "rocksdb")) {
      try (Bench<Row> bench = new Bench<>(newer, backend, 1, 0, oneRow(older, backend), 1)) {
        bench.row(new Trade("k", 15, 3L, 0));
        bench.watermark(20);
        assertEquals(List.of("1 +I[k, 1, 7, 7]", "15 +I[k, 15, 3, 7]"), bench.out(), backend);
      }
    }
  }

  private static OneInputTransformation<Trade, Row> several(Map<String, ?> windows) {
    return Bench.step(keyed -> Finestra.keyed(keyed).windows(windows).aggregate("max", "price"));
  }

  private static OperatorSubtaskState oneRow(OneInputTransformation<Trade, ?> step, String backend)
      throws Exception {
    try (Bench<?> bench = new Bench<>(step, backend, 1, 0, null, 0)) {
      bench.row(new Trade("k", 1, 7L, 0));
      return bench.harness().snapshot(1, 1);
    }
  }

  private static void refuses(
      String backend,
      OperatorSubtaskState state,
      OneInputTransformation<Trade, ?> changed,
      String... words) {
    Throwable refusal =
        assertThrows(Exception.class, () -> new Bench<>(changed, backend, 1, 0, state, 1).close());
    StringBuilder all = new StringBuilder();
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      all.append(cause).append('\n');
    }
    for (String word : words) {
      assertTrue(all.toString().contains(word), all::toString);
    }
  }
}
