package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.RichReduceFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.windowing.assigners.DynamicEventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowStagger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/**
 * Wrong arguments are rejected when a job is built. The message says what was given, what is wrong
 * and what to use instead.
 */
class RefusalTest {
  private static final SlidingEventTimeWindows WINDOWS =
      SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(1));

  /** Overrides clear. */
  private static final class Clearing
      extends ProcessWindowFunction<String, String, String, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        String key, Context context, Iterable<String> answers, Collector<String> out) {
      answers.forEach(out::collect);
    }

    @Override
    public void clear(Context context) {
      throw new AssertionError("Finestra never calls this");
    }
  }

  /** A subclass of one of Flink's assigners, which may assign other windows. */
  private static final class Months extends TumblingEventTimeWindows {
    private static final long serialVersionUID = 1L;

    Months() {
      super(1_000, 0, WindowStagger.ALIGNED);
    }
  }

  /** A rich function; Flink would have to open it. */
  private static final class Opened extends RichReduceFunction<Trade> {
    private static final long serialVersionUID = 1L;

    @Override
    public Trade reduce(Trade older, Trade newer) {
      return newer;
    }
  }

  @Test
  void shouldRefuseRichFunctions() {
    refuses(windows -> windows.reduce(new Opened()), "RichFunction");
  }

  private static void refuses(
      Consumer<FinestraWindowedStream<Trade, String>> job, String... words) {
    Exception refusal =
        assertThrows(
            RuntimeException.class, () -> job.accept(Finestra.keyed(keyed()).window(WINDOWS)));
    tells(refusal, words);
  }

  private static void refusesChanges(
      Consumer<FinestraWindowedStream<Trade, String>> job, String word) {
    refuses(
        w -> job.accept(Finestra.keyed(keyed()).window(LastWindow.of(10)).emit(Emit.CHANGES)),
        word);
  }

  private static void tells(Throwable refusal, String... words) {
    for (String word : words) {
      assertTrue(
          String.valueOf(refusal.getMessage()).contains(word),
          "'" + word + "' is not in: " + refusal);
    }
  }

  private static DataStream<Trade> trades() {
    return StreamExecutionEnvironment.getExecutionEnvironment()
        .fromData(List.of(new Trade("", 0, 0L, 0)), Types.POJO(Trade.class));
  }

  private static KeyedStream<Trade, String> keyed() {
    return trades().keyBy(trade -> trade.symbol);
  }

  @Test
  void shouldRefuseChangesOfElementsThatAreNoRows() {
    refuses(w -> w.acceptChanges().aggregate("max", "price"), "acceptChanges()", "Trade", "+I");
  }

  @Test
  void shouldRefuseUnknownNames() {
    refuses(w -> w.aggregate("maxx", "price"), "'maxx'", "max");
    refuses(w -> w.aggregate("max", "prize"), "no field 'prize'", "'price'", "'weight'");
    refuses(w -> w.aggregate("max"), "'max' needs 1 column");
    refuses(w -> w.aggregate("maxx"), "'maxx'");
    refuses(w -> w.aggregate("corr", "price"), "corr");
    refuses(w -> w.aggregate("bit_and", "weight"), "'bit_and'", "doubles");
    refuses(w -> w.aggregate(Map.of("key", List.of("max", "price"))), "Two fields", "'key'");
    refuses(w -> w.aggregate(Map.of("x", 7)), "'x'", "List.of");
    refuses(w -> w.aggregate(Map.of()), "1 to 32");
    refuses(w -> w.algorithm("b_fibb4").aggregate("max", "price"), "b_fibb4");
    refuses(w -> w.algorithm("two_stacks").aggregate("max", "price"), "two_stacks", "b_fiba4");
    for (String rounding : List.of("slicing(b_fiba4,5)", "subwindow(5)")) {
      refuses(w -> w.algorithm(rounding).aggregate("max", "price"), rounding, "rounds times");
    }
    tells(
        assertThrows(IllegalArgumentException.class, () -> Finestra.keyed(trades(), "simbol")),
        "'simbol'",
        "'symbol'");
  }

  @Test
  void shouldRefuseLimitsOfZero() {
    for (String option : List.of(FlinkKeys.KEYS, FlinkKeys.PAGES)) {
      Configuration job = new Configuration();
      job.setString(option, "0");
      tells(
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  new Bench<>(
                          k -> Finestra.keyed(k).window(WINDOWS).aggregate("count"), "heap", job)
                      .close()),
          "'" + option + "' is 0",
          "at least 1");
    }
  }

  @Test
  void shouldRefuseWrongOptions() {
    refuses(w -> w.allowedLateness(-1), "-1", "from 0");
    refuses(w -> w.stateTtl(Duration.ZERO), "0", "from 1");
    Duration forever = ChronoUnit.FOREVER.getDuration();
    refuses(w -> w.stateTtl(forever), "time to live", "from 1 to");
    refuses(w -> w.allowedLateness(forever), "lateness", "from 0 to");
    refuses(w -> LastWindow.of(forever), "size of the window", "from 1 to");
    refuses(w -> w.allowedLateness(forever.negated()), "lateness", "from 0 to");
    refuses(w -> w.emit(Emit.CORRECTIONS).aggregate("max", "price"), "allowedLateness");
    refuses(
        w -> w.emit(Emit.CORRECTIONS).allowedLateness(1).aggregate(new Listed()),
        "CORRECTIONS",
        "a function's results",
        "ON_WATERMARK");
    refuses(w -> w.rate(Duration.ofMinutes(1)).aggregate("count"), "rate", "use emit CHANGES");
    refuses(w -> w.emit(Emit.CHANGES).aggregate("count"), "CHANGES", "use LastWindow");
    refusesChanges(w -> w.aggregate(new Listed()), "aggregate by name");
    refusesChanges(w -> w.stateTtl(Duration.ofDays(1)).aggregate("count"), "stateTtl");
    refuses(w -> w.aggregate(new Listed(), new Clearing()), "Clearing", "Remove clear");
    tells(
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Finestra.keyed(keyed())
                    .window(CountWindow.of(3))
                    .allowedLateness(4)
                    .aggregate("max", "price")),
        "4",
        "no row is late");
    tells(assertThrows(IllegalArgumentException.class, () -> LastWindow.of(0)), "0", "from 1");
  }

  @Test
  void shouldRefuseUnsupportedAssigners() {
    FinestraKeyedStream<Trade, String> windows = Finestra.keyed(keyed());
    tells(
        assertThrows(
            IllegalArgumentException.class,
            () -> windows.window(DynamicEventTimeSessionWindows.withDynamicGap(e -> 3))),
        "DynamicEventTimeSessionWindows",
        "EventTimeSessionWindows.withGap");
    tells(
        assertThrows(IllegalArgumentException.class, () -> windows.window(new Months())),
        "Months",
        "is not supported");
    for (WindowStagger stagger : List.of(WindowStagger.NATURAL, WindowStagger.RANDOM)) {
      tells(
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  windows.window(
                      TumblingEventTimeWindows.of(
                          Duration.ofDays(1), Duration.ofMillis(0), stagger))),
          "staggers",
          "ALIGNED");
    }
  }

  @Test
  void shouldRefuseWrongMaps() {
    tells(entry(Map.of("kind", "hopping"), Map.of()), "'hopping'", "sliding");
    tells(entry(Map.of("kind", "last", "sise", 4L), Map.of()), "'sise'", "slide");
    tells(entry(Map.of("kind", "last", "size", "4"), Map.of()), "'size' is 4", "whole number");
    tells(
        entry(Map.of("kind", "last", "size", 4), Map.of("latenes", 1)),
        "'latenes'",
        "allowed_lateness");
    tells(entry(Map.of("kind", "last", "size", 4), Map.of("emit", "now")), "'now'", "on_event");
  }

  private static Exception entry(Map<String, Object> window, Map<String, Object> options) {
    return assertThrows(
        IllegalArgumentException.class,
        () ->
            FinestraFromMaps.aggregate(
                trades(), List.of("symbol"), window, Map.of("n", List.of("count")), options));
  }

  @Test
  void shouldRefuseRowsWithoutAValidTimestamp() throws Exception {
    try (Bench<?> bench =
        new Bench<>(
            keyed -> Finestra.keyed(keyed).window(WINDOWS).aggregate("max", "price"), "heap")) {
      Trade trade = new Trade("k", 1, 1L, 1);
      tells(
          assertThrows(
              IllegalStateException.class,
              () -> bench.harness().processElement(new StreamRecord<>(trade))),
          "no timestamp",
          "assignTimestampsAndWatermarks");
      tells(
          assertThrows(
              IllegalArgumentException.class,
              () -> bench.harness().processElement(new StreamRecord<>(trade, Long.MAX_VALUE))),
          String.valueOf(Long.MAX_VALUE),
          "2^62");
    }
  }

  @Test
  @SuppressWarnings({"try", "unchecked"})
  void shouldRefuseRetractions() throws Exception {
    var types = Types.ROW_NAMED(new String[] {"user", "price"}, Types.STRING, Types.LONG);
    DataStream<Row> rows =
        StreamExecutionEnvironment.getExecutionEnvironment().fromData(types, Row.of("a", 1L));
    var step =
        (OneInputTransformation<Row, Row>)
            Finestra.keyed(rows, "user")
                .window(CountWindow.of(2))
                .aggregate("max", "price")
                .getTransformation();
    try (var harness =
        new KeyedOneInputStreamOperatorTestHarness<String, Row, Row>(
            step.getOperatorFactory(), row -> (String) row.getField(0), Types.STRING)) {
      harness.open();
      for (RowKind kind : RowKind.values()) {
        Row row = Row.ofKind(kind, "a", 1L);
        if (kind == RowKind.INSERT) {
          harness.processElement(new StreamRecord<>(row));
          continue;
        }
        tells(
            assertThrows(
                UnsupportedOperationException.class,
                () -> harness.processElement(new StreamRecord<>(row))),
            "a row of kind " + kind,
            "append-only");
      }
    }
  }

  /** Has no working merge, because Flink's own sliding windows never call it. */
  private static final class NoMerge implements AggregateFunction<Trade, Long, Long> {
    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long add(Trade trade, Long sum) {
      return sum + 1;
    }

    @Override
    public Long getResult(Long sum) {
      return sum;
    }

    @Override
    public Long merge(Long a, Long b) {
      return null;
    }
  }

  @Test
  void shouldRefuseFunctionsWhoseMergeDoesNotWork() throws Exception {
    try (Bench<?> bench =
        new Bench<>(
            keyed -> Finestra.keyed(keyed).window(WINDOWS).aggregate(new NoMerge()), "heap")) {
      bench.row(new Trade("k", 1, 1L, 1));
      Throwable failure =
          assertThrows(
              Exception.class,
              () -> {
                bench.row(new Trade("k", 1, 1L, 1));
                bench.row(new Trade("k", 2, 1L, 1));
                bench.watermark(100);
              });
      tells(failure, "NoMerge.merge returned null", "combines accumulators with it");
    }
  }
}
