package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.logic.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * All kinds of windows and emission modes against a list of rows: after each row and each
 * watermark, the emitted results equal those computed from the list.
 */
class KeyOracleTest {

  @Test
  void shouldEqualListOfRows() {
    Trials.run(
        1_000, 200_000, "streams against a list of rows", (seed, only) -> new Stream(seed).run());
  }

  private record Trade(String symbol, long time, Long price, double weight) {}

  /** A row that was accepted, and the watermark when it came. */
  private record Taken(Trade trade, long watermark) {}

  /** A session and its rows, in order of arrival. */
  private record Session(long start, long end, List<Taken> rows) {}

  private static final class Stream {
    private final Random random;
    private final WindowKind kind;
    private final Emit emit;
    private final long lateness;
    private final Simulation.Limits limits;

    /** Whether one of the aggregations changes with each row. */
    private final boolean hasCount;

    /** Whether the result of one of the aggregations depends on the order of rows. */
    private final boolean hasFirst;

    private final Map<String, List<Taken>> rows = new TreeMap<>();
    private final Map<String, List<Session>> sessions = new TreeMap<>();
    private final Map<String, Integer> table = new HashMap<>();
    private long watermark = -1_000_000;

    Stream(long seed) {
      random = new Random(seed);
      int size = 1 + random.nextInt(120);
      int slide = 1 + random.nextInt(50);
      kind =
          switch (random.nextInt(6)) {
            case 0 -> new CountWindow(1 + random.nextInt(12), 1 + random.nextInt(8));
            case 1 -> SlidingTimeWindow.of(size, slide, random.nextInt(slide), false);
            case 2 -> new SessionWindow(slide);
            case 3 -> SlidingTimeWindow.of(size, size, random.nextInt(size), false);
            default -> new LastWindow(size);
          };
      boolean counts = kind instanceof CountWindow;
      emit = Emit.values()[random.nextInt(counts ? 2 : 3)];
      boolean isCorrecting = emit == Emit.CORRECTIONS;
      boolean acceptsLate = isCorrecting || (!counts && random.nextInt(3) > 0);
      lateness = acceptsLate ? 1 + random.nextInt(150) : 0;
      limits =
          new Simulation.Limits(
              Simulation.Style.values()[random.nextInt(3)],
              1 + random.nextInt(4),
              1 + random.nextInt(4),
              random.nextBoolean() ? 1 + random.nextInt(12) : 1_000);
      hasCount = random.nextBoolean();
      hasFirst = random.nextBoolean();
    }

    private List<TypedAggregation> columns() {
      List<TypedAggregation> columns = new ArrayList<>();
      if (hasCount) {
        columns.add(new TypedAggregation("count", ValueType.LONG));
      }
      columns.add(new TypedAggregation("max", ValueType.LONG));
      columns.add(new TypedAggregation("sum", ValueType.DOUBLE));
      if (hasFirst) {
        columns.add(new TypedAggregation("first", ValueType.LONG));
      }
      return columns;
    }

    private Object[] values(Trade trade) {
      List<Object> values = new ArrayList<>();
      if (hasCount) {
        values.add(1L);
      }
      values.add(trade.price);
      values.add(trade.weight);
      if (hasFirst) {
        values.add(trade.price);
      }
      return values.toArray();
    }

    /** With memory for few keys and pages, or for all of them. */
    void run() throws Exception {
      Simulation.Job job = new Simulation.Job(kind, NamedSizes.NONE, lateness, emit, columns());
      Simulation engine = new Simulation(job, limits);
      engine.watermark(watermark);
      long time = random.nextInt(1_000);
      for (int i = 0; i < 120; i++) {
        if (random.nextInt(8) == 0) {
          watermark = Math.max(watermark, time - random.nextInt(40));
          engine.watermark(watermark);
          check(engine, null, "the watermark " + watermark + ", step " + i);
        } else {
          time += random.nextInt(80) == 0 ? 1_000 : random.nextInt(12);
          long at = time - (random.nextInt(3) == 0 ? random.nextInt(250) : 0);
          Long price = random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(30);
          Trade trade = new Trade("k" + random.nextInt(3), at, price, random.nextInt(9));
          int inNoWindow = engine.inNoWindow();
          boolean isAccepted = engine.row(trade.symbol, at, values(trade));
          boolean isTaken = take(trade);
          boolean isInWindow = engine.inNoWindow() == inNoWindow;
          assertEquals(isTaken, isAccepted && isInWindow, this + " at " + trade);
          check(engine, isTaken ? trade : null, trade + ", step " + i);
        }
      }
      watermark = time + 1_000_000;
      engine.watermark(watermark);
      check(engine, null, "the end");
      if (!(kind instanceof CountWindow)) {
        assertEquals(0, engine.entriesLeft(), this + ": state is left");
        assertEquals(0, engine.timersLeft(), this + ": timers are left");
      }
    }

    private boolean take(Trade trade) {
      if (kind instanceof SessionWindow gaps) {
        return grow(trade, gaps.gap());
      }
      long end = trade.time;
      if (kind instanceof SlidingTimeWindow slides) {
        end = slides.grid().lastStart(trade.time) + slides.size() - 1;
        if (end < trade.time) {
          return false;
        }
      }
      if (kind instanceof CountWindow || end + lateness > watermark) {
        rows.computeIfAbsent(trade.symbol, k -> new ArrayList<>()).add(new Taken(trade, watermark));
        return true;
      }
      return false;
    }

    /**
     * Adds a row to the session that it makes with those in reach; false if that session has
     * expired.
     */
    private boolean grow(Trade trade, long gap) {
      List<Taken> all = rows.computeIfAbsent(trade.symbol, k -> new ArrayList<>());
      List<Session> others = sessions.computeIfAbsent(trade.symbol, k -> new ArrayList<>());
      List<Session> touched =
          others.stream()
              .filter(s -> s.end - 1 + lateness > watermark)
              .filter(s -> s.start <= trade.time + gap && trade.time <= s.end)
              .toList();
      long start =
          Math.min(trade.time, touched.stream().mapToLong(s -> s.start).min().orElse(trade.time));
      long end =
          Math.max(
              trade.time + gap, touched.stream().mapToLong(s -> s.end).max().orElse(trade.time));
      if (end - 1 + lateness <= watermark) {
        return false;
      }
      Taken taken = new Taken(trade, watermark);
      all.add(taken);
      others.removeAll(touched);
      others.add(
          new Session(
              start,
              end,
              all.stream()
                  .filter(r -> r == taken || touched.stream().anyMatch(s -> s.rows.contains(r)))
                  .toList()));
      return true;
    }

    /** Applies the emitted results to the table, and compares it with the expected one. */
    private void check(Simulation engine, Trade newest, String at) {
      String context = this + " at " + at;
      if (kind instanceof CountWindow || emit == Emit.ON_EVENT) {
        List<String> expected = new ArrayList<>();
        if (newest != null) {
          expected.addAll(atEvent(newest));
        }
        List<String> found = engine.results().stream().map(this::text).toList();
        assertEquals(expected, found, context);
        return;
      }
      if (emit == Emit.ON_WATERMARK) {
        refire(engine, newest, context);
        return;
      }
      Simulation.Result before = null;
      for (Simulation.Result result : engine.results()) {
        Change change = result.change();
        String text = text(result);
        assertEquals(before != null, change == Change.UPDATE_AFTER, context);
        if (change == Change.INSERT || change == Change.UPDATE_AFTER) {
          table.merge(text, 1, Integer::sum);
          assertNotEquals(text, before == null ? "" : text(before), context);
          assertEquals(bounds(result), bounds(before == null ? result : before), context);
          before = null;
        } else {
          assertTrue(change == Change.UPDATE_BEFORE || kind instanceof SessionWindow, context);
          assertTrue(table.containsKey(text), context + " retracts " + text);
          table.computeIfPresent(text, (k, n) -> n == 1 ? null : n - 1);
          before = change == Change.UPDATE_BEFORE ? result : null;
        }
      }
      assertNull(before, context);
      assertEquals(new TreeMap<>(due(Long.MIN_VALUE)), new TreeMap<>(table), context);
    }

    /** The key and the window of a result. */
    private static List<Object> bounds(Simulation.Result result) {
      return List.of(result.key(), result.start(), result.end());
    }

    private String text(Simulation.Result result) {
      List<Object> fields = new ArrayList<>();
      fields.add(result.key());
      if (kind.hasBounds()) {
        fields.add(result.start());
      }
      if (!(kind instanceof CountWindow)) {
        fields.add(result.end());
      }
      fields.addAll(result.values());
      return fields.toString();
    }

    /** Each emitted result is valid now, and no newly due result is missing. */
    private void refire(Simulation engine, Trade newest, String context) {
      Map<String, Integer> should = due(Long.MIN_VALUE);
      List<String> out = new ArrayList<>();
      engine.results().forEach(result -> out.add(text(result)));
      out.forEach(text -> assertTrue(should.containsKey(text), context + ": " + text));
      Map<String, Integer> next = new HashMap<>(table);
      out.forEach(text -> next.put(text, should.get(text)));
      next.keySet().retainAll(should.keySet());
      table.clear();
      table.putAll(next);
      assertEquals(new TreeMap<>(should), new TreeMap<>(table), context);
    }

    private List<String> atEvent(Trade newest) {
      List<Taken> all = rows.get(newest.symbol);
      if (kind instanceof CountWindow count) {
        if (emit != Emit.ON_EVENT && all.size() % count.slide() != 0) {
          return List.of();
        }
        int from = (int) Math.max(0, all.size() - count.size());
        return List.of(text(newest.symbol, all.subList(from, all.size())));
      }
      if (kind instanceof SessionWindow) {
        return sessions.get(newest.symbol).stream()
            .filter(s -> s.rows.stream().anyMatch(r -> r.trade == newest))
            .map(s -> text(newest.symbol, s.rows, s.start, s.end))
            .toList();
      }
      if (kind instanceof SlidingTimeWindow slides) {
        long start = slides.grid().lastStart(newest.time);
        long end = start + slides.size();
        return List.of(
            text(newest.symbol, within(all, start, end - 1, Long.MAX_VALUE), start, end));
      }
      long from = newest.time - ((LastWindow) kind).size();
      return List.of(
          text(newest.symbol, within(all, from, newest.time, Long.MAX_VALUE), newest.time));
    }

    /** The results that are due, and how often each. */
    private Map<String, Integer> due(long since) {
      Map<String, Integer> due = new HashMap<>();
      rows.forEach(
          (key, all) -> {
            if (kind instanceof SessionWindow) {
              for (Session s : sessions.get(key)) {
                if (s.end - 1 <= watermark) {
                  due.merge(text(key, s.rows, s.start, s.end), 1, Integer::sum);
                }
              }
              return;
            }
            if (kind instanceof SlidingTimeWindow slides) {
              TreeMap<Long, Boolean> starts = new TreeMap<>();
              for (Taken row : all) {
                for (long s = slides.grid().firstStart(row.trade.time);
                    s <= slides.grid().lastStart(row.trade.time);
                    s += slides.slide()) {
                  starts.put(s, true);
                }
              }
              for (long s : starts.keySet()) {
                long end = s + slides.size();
                List<Taken> in = within(all, s, end - 1, end - 1 + lateness);
                if (end - 1 <= watermark && !in.isEmpty()) {
                  due.merge(text(key, in, s, end), 1, Integer::sum);
                }
              }
              return;
            }
            for (Taken row : all) {
              long t = row.trade.time;
              if (t <= watermark) {
                List<Taken> in = within(all, t - ((LastWindow) kind).size(), t, t + lateness);
                due.merge(text(key, in, t), 1, Integer::sum);
              }
            }
          });
      return due;
    }

    /** The rows in this range of times that came before the watermark reached {@code death}. */
    private static List<Taken> within(List<Taken> all, long from, long to, long death) {
      return all.stream()
          .filter(r -> r.trade.time >= from && r.trade.time <= to && r.watermark < death)
          .toList();
    }

    private String text(String key, List<Taken> rows, Object... bounds) {
      List<Object> fields = new ArrayList<>();
      fields.add(key);
      fields.addAll(List.of(bounds));
      Long top = null;
      double sum = 0;
      for (Taken taken : rows) {
        Long price = taken.trade.price;
        top = price == null || (top != null && top >= price) ? top : price;
        sum += taken.trade.weight;
      }
      if (hasCount) {
        fields.add((long) rows.size());
      }
      fields.add(top);
      fields.add(sum);
      if (hasFirst) {
        fields.add(first(rows));
      }
      return fields.toString();
    }

    /** The first price by time; by arrival if times are equal or the window counts rows. */
    private Long first(List<Taken> rows) {
      return rows.stream()
          .map(taken -> taken.trade)
          .filter(trade -> trade.price != null)
          .min(Comparator.comparingLong(trade -> kind instanceof CountWindow ? 0 : trade.time))
          .map(trade -> trade.price)
          .orElse(null);
    }

    @Override
    public String toString() {
      return kind + " " + emit + " lateness " + lateness + " " + limits;
    }
  }
}
