package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.StateMigrationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows over rows that are updated and deleted, and a plain computation over those left. */
class ChangelogTest {
  private static final TypeInformation<Row> ROWS =
      Types.ROW_NAMED(new String[] {"k", "at", "v"}, Types.STRING, Types.LONG, Types.LONG);

  /** So long that no row of a test is late. */
  private static final int LATENESS = 100_000;

  @Test
  void shouldEmitResultsOfTheRowsThatAreLeft() {
    Trials.run(40, 2_000, "changelogs", (seed, only) -> new History(seed).run());
  }

  /** A random changelog of one key with snapshots, and what its windows should be. */
  private static final class History {
    private final Random random;
    private final SlidingTimeWindow windows;
    private final boolean isCorrecting;
    private final List<String> aggregates;
    private final String backend;
    private final OneInputTransformation<Row, Row> step;

    /** The rows that are left, by time and arrival. */
    private final List<Row> rows = new ArrayList<>();

    private final Map<String, Integer> expected = new HashMap<>();
    private final Map<String, Integer> found = new HashMap<>();
    private long watermark = Long.MIN_VALUE / 4;
    private KeyedOneInputStreamOperatorTestHarness<String, Row, Row> harness;

    History(long seed) {
      random = new Random(seed);
      int slide = 1 + random.nextInt(30);
      windows = SlidingTimeWindow.of(1 + random.nextInt(90), slide, random.nextInt(slide), false);
      isCorrecting = random.nextBoolean();
      // With first, each time has an entry of its own; otherwise the rows of a slide share one.
      aggregates =
          random.nextBoolean() ? List.of("max", "count") : List.of("first", "max", "count");
      backend = random.nextInt(5) == 0 ? "rocksdb" : "heap";
      step = step(windows, isCorrecting, aggregates);
    }

    void run() throws Exception {
      open(null);
      try {
        long time = 0;
        for (int i = 0; i < 150; i++) {
          time += random.nextInt(8);
          switch (random.nextInt(10)) {
            case 0 -> watermark(time - random.nextInt(40));
            case 1 -> restore();
            case 2, 3 -> remove(time);
            default -> add(time - (random.nextBoolean() ? 0 : random.nextInt(100)));
          }
        }
        watermark(Long.MAX_VALUE);
        take();
        if (isCorrecting) {
          emitDue(Long.MIN_VALUE / 4, watermark);
        }
        expected.values().removeIf(n -> n == 0);
        found.values().removeIf(n -> n == 0);
        assertEquals(expected, found, this::toString);
        assertEquals(0, backend.equals("heap") ? harness.numKeyedStateEntries() : 0, toString());
      } finally {
        harness.close();
      }
    }

    @Override
    public String toString() {
      return windows + ", " + aggregates + ", corrections: " + isCorrecting + ", on " + backend;
    }

    private void open(OperatorSubtaskState state) throws Exception {
      harness = harness(step, backend, state);
    }

    private void restore() throws Exception {
      take();
      harness.getOperator().prepareSnapshotPreBarrier(1);
      OperatorSubtaskState state = harness.snapshot(1, 1);
      harness.close();
      open(state);
      harness.processWatermark(new Watermark(watermark));
    }

    private void add(long time) throws Exception {
      Row row = Row.of("k", time, random.nextInt(3) == 0 ? null : (Long) (long) random.nextInt(9));
      if (!isLate(time)) {
        rows.add(row);
      }
      harness.processElement(
          new StreamRecord<>(
              of(random.nextBoolean() ? RowKind.INSERT : RowKind.UPDATE_AFTER, row), time));
    }

    /** Removes one of the rows, or sometimes one that is not there. */
    private void remove(long time) throws Exception {
      boolean isUnknown = rows.isEmpty() || random.nextInt(9) == 0;
      Row row = isUnknown ? Row.of("k", time, 77L) : rows.get(random.nextInt(rows.size()));
      long at = row.getFieldAs(1);
      if (!isLate(at)) {
        rows.remove(row);
      }
      harness.processElement(
          new StreamRecord<>(
              of(random.nextBoolean() ? RowKind.DELETE : RowKind.UPDATE_BEFORE, row), at));
    }

    private static Row of(RowKind kind, Row row) {
      Row copy = Row.copy(row);
      copy.setKind(kind);
      return copy;
    }

    private boolean isLate(long time) {
      return !isCorrecting && windows.grid().lastStart(time) + windows.size() - 1 <= watermark;
    }

    private void watermark(long time) throws Exception {
      if (time <= watermark) {
        return;
      }
      if (!isCorrecting) {
        emitDue(watermark, time);
      }
      watermark = time;
      harness.processWatermark(new Watermark(time));
    }

    /** The results of the windows that are due between two watermarks, computed plainly. */
    private void emitDue(long after, long watermark) {
      List<Row> sorted = new ArrayList<>(rows);
      sorted.sort(Comparator.comparing(row -> row.<Long>getFieldAs(1)));
      Map<Long, List<Row>> all = new HashMap<>();
      for (Row row : sorted) {
        long time = row.getFieldAs(1);
        long start = windows.grid().lastStart(time);
        for (; start > time - windows.size(); start -= windows.slide()) {
          all.computeIfAbsent(start, key -> new ArrayList<>()).add(row);
        }
      }
      all.forEach(
          (start, inside) -> {
            long last = start + windows.size() - 1;
            if (last > after && last <= watermark) {
              expected.merge(result(start, inside), 1, Integer::sum);
            }
          });
    }

    private String result(long start, List<Row> inside) {
      List<Long> values = inside.stream().map(row -> row.<Long>getFieldAs(2)).toList();
      List<Object> result = new ArrayList<>(List.of("k", start, start + windows.size()));
      for (String aggregate : aggregates) {
        result.add(
            switch (aggregate) {
              case "max" -> values.stream().filter(v -> v != null).max(Long::compare).orElse(null);
              case "first" -> values.stream().filter(v -> v != null).findFirst().orElse(null);
              default -> (long) inside.size();
            });
      }
      return result.toString();
    }

    private void take() {
      for (Object each : harness.getOutput()) {
        if (each instanceof StreamRecord<?> record) {
          Row row = (Row) record.getValue();
          boolean isAdded =
              row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER;
          List<Object> fields = new ArrayList<>();
          for (int i = 0; i < row.getArity(); i++) {
            fields.add(row.getField(i));
          }
          int left = found.merge(fields.toString(), isAdded ? 1 : -1, Integer::sum);
          assertTrue(left >= 0, () -> this + ": retracts " + fields + ", which was not emitted");
        }
      }
      harness.getOutput().clear();
    }
  }

  @Test
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldFailOnAnUnknownRowIfAsked() throws Exception {
    var step =
        transformation(
            keyed()
                .of(SlidingTimeWindow.of(10, 5, 0, false))
                .acceptChanges()
                .failOnUnknownRow()
                .aggregate("count"));
    try (var harness = harness(step, "heap", null)) {
      Row row = Row.of("k", 3L, 1L);
      row.setKind(RowKind.DELETE);
      // It may have been in a window that is over.
      harness.processElement(new StreamRecord<>(row, 3L));
      harness.processWatermark(new Watermark(1));
      Exception thrown =
          assertThrows(
              IllegalStateException.class,
              () -> harness.processElement(new StreamRecord<>(row, 3L)));
      assertTrue(thrown.getMessage().contains("-D[k, 3, 1]"), thrown::getMessage);
    }
  }

  @Test
  void shouldRejectOptionsThatCannotRetract() {
    SlidingTimeWindow sliding = SlidingTimeWindow.of(10, 5, 0, false);
    rejects(new LastWindow(10), windows -> windows, "use sliding or tumbling windows");
    rejects(sliding, windows -> windows.emit(Emit.ON_EVENT), "never retracted");
    rejects(sliding, windows -> windows.allowedLateness(5), "emit(Emit.CORRECTIONS)");
    rejects(sliding, FinestraWindowedStream::twoPhase, "twoPhase()");
    rejects(sliding, windows -> windows.stateTtl(Duration.ofHours(1)), "stateTtl");
  }

  /** Without the rows of the earlier job, a removal would lose the others of its pane. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @SuppressWarnings("try") // an interrupt ends the test
  void shouldRejectStateOfTheOtherKind(boolean acceptsFirst) throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness(counts(acceptsFirst), "heap", null)) {
      harness.processElement(new StreamRecord<>(Row.of("k", 3L, 1L), 3L));
      state = harness.snapshot(1, 1);
    }
    Exception thrown =
        assertThrows(Exception.class, () -> harness(counts(!acceptsFirst), "heap", state).close());
    assertTrue(
        ExceptionUtils.findThrowable(thrown, StateMigrationException.class).isPresent(),
        thrown::toString);
  }

  private static OneInputTransformation<Row, Row> counts(boolean acceptsChanges) {
    FinestraWindowedStream<Row, String> windows = keyed().of(SlidingTimeWindow.of(10, 5, 0, false));
    return transformation((acceptsChanges ? windows.acceptChanges() : windows).aggregate("count"));
  }

  private static void rejects(
      WindowKind kind, UnaryOperator<FinestraWindowedStream<Row, String>> option, String words) {
    var windows = keyed().of(kind);
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> option.apply(windows.acceptChanges()).aggregate("count"));
    assertTrue(thrown.getMessage().contains(words), thrown::getMessage);
  }

  private static FinestraKeyedStream<Row, String> keyed() {
    return Finestra.keyed(stream().keyBy(row -> row.<String>getFieldAs(0), Types.STRING));
  }

  private static DataStream<Row> stream() {
    return StreamExecutionEnvironment.getExecutionEnvironment()
        .fromData(List.of(Row.of("k", 0L, 0L)), ROWS);
  }

  private static OneInputTransformation<Row, Row> step(
      SlidingTimeWindow windows, boolean isCorrecting, List<String> aggregates) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (String aggregate : aggregates) {
      all.put(aggregate, aggregate.equals("count") ? "count" : List.of(aggregate, "v"));
    }
    FinestraWindowedStream<Row, String> windowed = keyed().of(windows).acceptChanges();
    if (isCorrecting) {
      windowed = windowed.allowedLateness(LATENESS).emit(Emit.CORRECTIONS);
    }
    return transformation(windowed.aggregate(all));
  }

  @SuppressWarnings("unchecked")
  private static OneInputTransformation<Row, Row> transformation(DataStream<Row> results) {
    return (OneInputTransformation<Row, Row>) results.getTransformation();
  }

  private static KeyedOneInputStreamOperatorTestHarness<String, Row, Row> harness(
      OneInputTransformation<Row, Row> step, String backend, OperatorSubtaskState state)
      throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<String, Row, Row>(
            InstantiationUtil.clone(step.getOperatorFactory()),
            row -> row.<String>getFieldAs(0),
            Types.STRING,
            1,
            1,
            0);
    harness.setStateBackend(Bench.backend(backend));
    harness.setup();
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
    return harness;
  }
}
