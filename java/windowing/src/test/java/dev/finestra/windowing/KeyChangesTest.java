package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.host.KeyedHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * {@link Emit#CHANGES} emits the results that a plain computation has for each millisecond,
 * wherever they differ from those before. It does so also if rows come while timers are
 * interrupted, and after a restore.
 */
class KeyChangesTest {
  @Test
  void shouldEmitEachChangeOnce() {
    Trials.run(700, 100_000, "streams of changes", (seed, only) -> new Stream(seed, 0).run());
  }

  @Test
  void shouldCorrectTheNewestResult() {
    Trials.run(
        700,
        100_000,
        "streams of changes with late rows",
        (seed, only) -> new Stream(seed, 1 + new Random(seed).nextInt(200)).run());
  }

  private record Row(long time, Long value) {}

  private record Change(long time, List<Object> values) {}

  /** Rows of one key. */
  private static final class Stream {
    private final Random random;
    private final int lateness;
    private final long rate;
    private final long start;
    private final List<Long> sizes;
    private final long longest;
    private final Simulation.Job job;
    private final Simulation.Limits limits;
    private final List<Row> accepted = new ArrayList<>();
    private final List<Change> emitted = new ArrayList<>();
    private Simulation engine;

    /** The last watermark whose timers have all fired. */
    private long fired = Long.MIN_VALUE;

    /** The highest watermark, also before a restore. */
    private long highest = Long.MIN_VALUE;

    /** Whether the key has lost its state since a restore, and the watermark is still lower. */
    private boolean hasForgotten;

    Stream(long seed, int lateness) {
      this.random = new Random(seed);
      this.lateness = lateness;
      rate = random.nextBoolean() ? 1 : 1 + random.nextInt(40);
      start = random.nextInt(3) == 0 ? 1 + random.nextInt(500) : Long.MIN_VALUE;
      sizes =
          LongStream.range(0, 1 + random.nextInt(3))
              .map(i -> 1 + random.nextInt(90))
              .boxed()
              .toList();
      limits = new Simulation.Limits(Simulation.Style.values()[random.nextInt(3)], 2, 10, 1_000);
      List<TypedAggregation> columns =
          List.of(
              new TypedAggregation("count", ValueType.LONG),
              new TypedAggregation("max", ValueType.LONG));
      NamedSizes names =
          sizes.size() == 1
              ? NamedSizes.NONE
              : new NamedSizes(sizes.stream().map(Object::toString).toList(), sizes);
      longest = sizes.stream().max(Long::compare).orElseThrow();
      job =
          new Simulation.Job(
              new WindowRequest(
                  new LastWindow(longest), names, lateness, Emit.CHANGES, "auto", 0, rate, start),
              columns);
    }

    @Override
    public String toString() {
      return job.request() + " " + limits + " " + accepted;
    }

    void run() throws Exception {
      engine = new Simulation(job, limits);
      long time = 0;
      for (int i = 0; i < 60; i++) {
        time += random.nextInt(30);
        switch (random.nextInt(10)) {
          case 0, 1 -> fire(time);
          case 2 -> {
            engine.interruptedWatermark(time, random.nextInt(2));
            highest = Math.max(highest, time);
            emitted();
          }
          case 3 -> restore();
          case 4 -> time = many(time);
          default -> row(time - (random.nextBoolean() ? 0 : random.nextInt(200)));
        }
      }
      fire(time + 10_000);
      if (lateness == 0) {
        assertEquals(expected(), emitted, toString());
      }
      assertEquals(0, engine.entriesLeft(), this + ": state is left");
      assertEquals(0, engine.timersLeft(), this + ": timers are left");
    }

    /** More rows than one timer emits results for. */
    private long many(long time) throws Exception {
      int count = random.nextInt(40) == 0 ? 2 * KeyedHost.MOST_AT_ONCE : 5;
      for (int i = 0; i < count; i++) {
        row(time + i);
      }
      return time + count;
    }

    private void row(long time) throws Exception {
      // After a restore, a key without state does not know that its results went further.
      hasForgotten = engine.watermark() < highest && (hasForgotten || engine.entriesLeft() == 0);
      if (hasForgotten && time <= highest) {
        return;
      }
      Long value = (long) random.nextInt(20);
      boolean isAccepted = engine.row("k", time, 1L, value);
      long newest = highest == Long.MIN_VALUE ? highest : Math.floorDiv(highest, rate) * rate;
      if (time + lateness > highest && time >= WindowGrid.minus(newest, longest)) {
        assertEquals(true, isAccepted, () -> this + ": the row at " + time + " was rejected");
      }
      if (time + lateness <= fired && engine.watermark() >= fired) {
        assertEquals(false, isAccepted, () -> this + ": the row at " + time + " was accepted");
      }
      if (isAccepted) {
        accepted.add(new Row(time, value));
      }
      emitted();
    }

    /** Lets the watermark pass; then the newest result is the current one. */
    private void fire(long watermark) throws Exception {
      engine.watermark(watermark);
      emitted();
      fired = watermark;
      highest = Math.max(highest, watermark);
      long newestTime = Math.floorDiv(watermark, rate) * rate;
      List<Object> now = newestTime < start ? null : values(newestTime);
      List<Object> newest = emitted.isEmpty() ? null : emitted.get(emitted.size() - 1).values();
      if (now != null || newest != null) {
        assertEquals(now == null ? ofNothing() : now, newest, () -> this + " at " + watermark);
      }
    }

    /** After a restore, the first watermark may be lower than the last one before. */
    private void restore() throws Exception {
      engine = new Simulation(job, limits, engine.snapshot());
      if (highest > Long.MIN_VALUE && random.nextBoolean()) {
        engine.interruptedWatermark(highest - random.nextInt(300), random.nextInt(2));
      }
      emitted();
    }

    private void emitted() {
      for (Simulation.Result result : engine.results()) {
        assertEquals(0, Math.floorMod(result.end(), rate), () -> this + ": " + result);
        emitted.add(new Change(result.end(), result.values()));
      }
    }

    /** The results of all windows at a time; null if none has rows. */
    private List<Object> values(long time) {
      List<Object> counts = new ArrayList<>();
      List<Object> tops = new ArrayList<>();
      for (long size : sizes) {
        List<Row> in =
            accepted.stream().filter(r -> r.time >= time - size && r.time <= time).toList();
        counts.add((long) in.size());
        tops.add(in.stream().map(Row::value).max(Long::compare).orElse(null));
      }
      counts.addAll(tops);
      return counts.equals(ofNothing()) ? null : counts;
    }

    private List<Object> ofNothing() {
      List<Object> values = new ArrayList<>();
      sizes.forEach(size -> values.add(0L));
      sizes.forEach(size -> values.add(null));
      return values;
    }

    private List<Change> expected() {
      List<Change> changes = new ArrayList<>();
      long from = accepted.stream().mapToLong(Row::time).min().orElse(0);
      long to = accepted.stream().mapToLong(Row::time).max().orElse(0) + 100 + rate;
      List<Object> before = null;
      for (long time = Math.floorDiv(from, rate) * rate;
          time <= Math.max(to, start + rate);
          time += rate) {
        List<Object> now = time < start ? null : values(time);
        if (!Objects.equals(before, now)) {
          changes.add(new Change(time, now == null ? ofNothing() : now));
        }
        before = now;
      }
      return changes;
    }
  }
}
