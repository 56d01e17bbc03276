package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import dev.finestra.windowing.internal.host.KeyedHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/**
 * A changelog of corrections, applied to a table, gives the same table as counting all rows. Some
 * rows arrive while timers are interrupted, some after a restore and before the first watermark.
 * Watermarks after a restore may be lower than before it.
 */
class CorrectionsTest {
  private static final int LATENESS = 2_000;

  @Test
  void shouldMakeTheTableOfAllRows() {
    Trials.run(
        15, 1_000, "streams of corrections", (seed, only) -> new Stream(seed, LATENESS).run());
  }

  @Test
  void shouldRetractOnlyEmittedResults() {
    Trials.run(15, 1_000, "streams of late rows", (seed, only) -> new Stream(seed, 50).come());
  }

  /** A random stream of one key, and the table that its results make. */
  private static final class Stream {
    private final Random random;
    private final WindowKind kind;
    private final OneInputTransformation<Trade, Row> step;
    private final String backend;
    private final List<Long> times = new ArrayList<>();

    /** How often each window is in the table with each result. */
    private final Map<List<Object>, Integer> table = new HashMap<>();

    private Bench<Row> bench;

    Stream(long seed, int lateness) {
      random = new Random(seed);
      int slide = 1 + random.nextInt(30);
      kind =
          switch (random.nextInt(3)) {
            case 0 -> new LastWindow(1 + random.nextInt(60));
            case 1 -> new SessionWindow(slide);
            default ->
                SlidingTimeWindow.of(1 + random.nextInt(90), slide, random.nextInt(slide), false);
          };
      backend = random.nextInt(20) == 0 ? "rocksdb" : "heap";
      step =
          Bench.step(
              keyed ->
                  Finestra.keyed(keyed)
                      .of(kind)
                      .allowedLateness(lateness)
                      .emit(Emit.CORRECTIONS)
                      .aggregate("count"));
    }

    void run() throws Exception {
      come();
      table.values().removeIf(times -> times == 0);
      Map<List<Object>, Integer> missing = expected();
      table.forEach((answer, times) -> missing.merge(answer, -times, Integer::sum));
      missing.values().removeIf(times -> times == 0);
      assertEquals(Map.of(), missing, this + ": missing (> 0) or superfluous (< 0) results");
    }

    @Override
    public String toString() {
      return kind + " on " + backend;
    }

    void come() throws Exception {
      open(null);
      try {
        long time = 0;
        for (int i = 0; i < 60; i++) {
          time += random.nextInt(30);
          switch (random.nextInt(12)) {
            case 0 -> bench.watermark(time);
            case 1 -> interrupted(time);
            case 2 -> restore(time);
            case 3 -> time = many(time);
            default -> row(time - (random.nextBoolean() ? 0 : random.nextInt(500)));
          }
          apply();
        }
        bench.watermark(time + 10_000);
        bench.harness().getOperator().finish();
        apply();
      } finally {
        bench.close();
      }
    }

    private void open(OperatorSubtaskState state) throws Exception {
      Configuration config = new Configuration();
      config.setString("execution.checkpointing.interval", "50 ms");
      config.setString("execution.checkpointing.unaligned.enabled", "true");
      config.setString("execution.checkpointing.unaligned.interruptible-timers.enabled", "true");
      bench = new Bench<>(step, backend, config, 1, 0, state, state == null ? 0 : 1);
    }

    private void row(long time) throws Exception {
      times.add(time);
      bench.row(new Trade("k", time, 0L, 0));
    }

    /** Adds more rows than one timer call emits results for. */
    private long many(long time) throws Exception {
      for (int i = 0; i < 2 * KeyedHost.MOST_AT_ONCE; i++) {
        row(time + i);
      }
      return time + 2 * KeyedHost.MOST_AT_ONCE;
    }

    /** A watermark while a mail waits: only some of the due results are emitted. */
    private void interrupted(long time) throws Exception {
      bench.harness().getTaskMailbox().put(new Mail(() -> {}, 0, "such as a checkpoint"));
      bench.harness().processWatermark(new Watermark(time));
    }

    /** After a restore the first watermark may be lower than the last one before. */
    private void restore(long time) throws Exception {
      apply();
      OperatorSubtaskState state = bench.harness().snapshot(1, 1);
      bench.close();
      open(state);
      if (random.nextBoolean()) {
        bench.watermark(time - random.nextInt(300));
      }
    }

    private void apply() {
      for (var record : bench.records()) {
        Row row = record.getValue();
        boolean isRetraction =
            row.getKind() == RowKind.UPDATE_BEFORE || row.getKind() == RowKind.DELETE;
        List<Object> answer = new ArrayList<>();
        for (int i = 1; i < row.getArity(); i++) {
          answer.add(row.getField(i));
        }
        int left = table.merge(answer, isRetraction ? -1 : 1, Integer::sum);
        assertTrue(left >= 0, this + ": retracts " + answer + ", which is not in the table");
      }
    }

    private Map<List<Object>, Integer> expected() {
      Map<List<Object>, Integer> expected = new HashMap<>();
      if (kind instanceof SessionWindow sessions) {
        List<Long> sorted = times.stream().sorted().toList();
        int from = 0;
        for (int i = 1; i <= sorted.size(); i++) {
          long end = sorted.get(i - 1) + sessions.gap();
          if (i == sorted.size() || sorted.get(i) > end) {
            expected.put(List.of(sorted.get(from), end, (long) i - from), 1);
            from = i;
          }
        }
        return expected;
      }
      Map<Long, Long> windows = new HashMap<>();
      for (long time : times) {
        if (kind instanceof SlidingTimeWindow slides) {
          for (long s = slides.grid().lastStart(time);
              s > time - slides.size();
              s -= slides.slide()) {
            windows.merge(s, 1L, Long::sum);
          }
        } else {
          long from = time - ((LastWindow) kind).size();
          long count = times.stream().filter(t -> t >= from && t <= time).count();
          expected.merge(List.of(time, count), 1, Integer::sum);
        }
      }
      if (kind instanceof SlidingTimeWindow slides) {
        windows.forEach(
            (start, count) -> expected.put(List.of(start, start + slides.size(), count), 1));
      }
      return expected;
    }
  }
}
