package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.state.FlinkKeys;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/**
 * Windows that Flink does not have, compared with an oracle that keeps a list of all rows:
 * per-event and count windows, and sliding windows and sessions with every way to emit. The test
 * applies the results and corrections to a table. After each step the table must have exactly the
 * results that are due, every correction must change a result, and only sessions may be deleted.
 */
class OracleTest {
  @Test
  void shouldEqualListOfRows() {
    Trials.run(60, 4_000, "streams against a list of rows", (s, only) -> new Stream(s).run());
  }

  /** An accepted row, and the watermark at its arrival. */
  private record Taken(Trade trade, long watermark) {}

  /** A session and its rows, in order of arrival. */
  private record Session(long start, long end, List<Taken> rows) {}

  private static final class Stream {
    private final Random random;
    private final WindowKind kind;
    private final Emit emit;
    private final long lateness;
    private final boolean onRocksDb;

    /** Whether one of the aggregations changes its result with each row. */
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
          switch (random.nextInt(5)) {
            case 0 -> new CountWindow(1 + random.nextInt(12), 1 + random.nextInt(8));
            case 1 -> SlidingTimeWindow.of(size, slide, random.nextInt(slide), false);
            case 2 -> new SessionWindow(slide);
            default -> new LastWindow(size);
          };
      boolean counts = kind instanceof CountWindow;
      emit = Emit.values()[random.nextInt(counts ? 2 : 3)];
      lateness =
          counts ? 0 : emit == Emit.CORRECTIONS ? 1 + random.nextInt(150) : random.nextInt(150);
      onRocksDb = random.nextInt(20) == 0;
      hasCount = random.nextBoolean();
      hasFirst = random.nextBoolean();
    }

    /** Keeps few keys and pages in memory, or all of them. */
    void run() throws Exception {
      Configuration limits = new Configuration();
      limits.setString(FlinkKeys.KEYS, "" + (1 + random.nextInt(4)));
      limits.setString(
          FlinkKeys.PAGES, "" + (random.nextBoolean() ? 1 + random.nextInt(12) : 1_000));
      Map<String, Object> aggregations = new LinkedHashMap<>();
      if (hasCount) {
        aggregations.put("n", "count");
      }
      aggregations.put("top", List.of("max", "price"));
      aggregations.put("sum", List.of("sum", "weight"));
      if (hasFirst) {
        aggregations.put("first", List.of("first", "price"));
      }
      try (Bench<Row> bench =
          new Bench<>(
              keyed ->
                  Finestra.keyed(keyed)
                      .of(kind)
                      .allowedLateness(lateness)
                      .emit(emit)
                      .aggregate(aggregations),
              onRocksDb ? "rocksdb" : "heap",
              limits)) {
        long time = random.nextInt(1_000);
        for (int i = 0; i < 120; i++) {
          if (random.nextInt(8) == 0) {
            watermark = Math.max(watermark, time - random.nextInt(40));
            bench.watermark(watermark);
            check(bench, null, "the watermark " + watermark + ", step " + i);
          } else {
            time += random.nextInt(80) == 0 ? 1_000 : random.nextInt(12);
            long at = time - (random.nextInt(3) == 0 ? random.nextInt(250) : 0);
            Long price = random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(30);
            Trade trade = new Trade("k" + random.nextInt(3), at, price, random.nextInt(9));
            bench.row(trade);
            boolean taken = take(trade);
            check(bench, taken ? trade : null, trade + ", step " + i);
          }
        }
        watermark = time + 1_000_000;
        bench.watermark(watermark);
        check(bench, null, "the end");
        if (!(kind instanceof CountWindow)) {
          assertEquals(0, bench.left(), this + ": state is left");
        }
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
     * The session of a row, merged with the sessions that it touches; expired ones stay as they
     * are.
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

    /** Applies the emitted results to the table, and compares it with the expected table. */
    private void check(Bench<Row> bench, Trade newest, String at) {
      String context = this + " at " + at;
      if (kind instanceof CountWindow || emit == Emit.ON_EVENT) {
        List<String> expected = new ArrayList<>();
        if (newest != null) {
          expected.addAll(atEvent(newest));
        }
        List<String> found = bench.records().stream().map(r -> r.getValue().toString()).toList();
        assertEquals(expected, found, context);
        return;
      }
      if (emit == Emit.ON_WATERMARK) {
        refire(bench, newest, context);
        return;
      }
      Row before = null;
      for (StreamRecord<Row> record : bench.records()) {
        Row row = record.getValue();
        RowKind change = row.getKind();
        Row plain = Row.copy(row);
        plain.setKind(RowKind.INSERT);
        String text = plain.toString();
        assertEquals(before != null, change == RowKind.UPDATE_AFTER, context);
        if (change == RowKind.INSERT || change == RowKind.UPDATE_AFTER) {
          table.merge(text, 1, Integer::sum);
          assertNotEquals(text, before == null ? "" : before.toString(), context);
          assertEquals(bounds(plain), bounds(before == null ? plain : before), context);
          before = null;
        } else {
          assertTrue(change == RowKind.UPDATE_BEFORE || kind instanceof SessionWindow, context);
          assertTrue(table.containsKey(text), context + " retracts " + text);
          table.computeIfPresent(text, (k, n) -> n == 1 ? null : n - 1);
          before = change == RowKind.UPDATE_BEFORE ? plain : null;
        }
      }
      assertNull(before, context);
      assertEquals(new TreeMap<>(due(Long.MIN_VALUE)), new TreeMap<>(table), context);
    }

    /** The key and the window of a result row. */
    private List<Object> bounds(Row row) {
      return List.of(row.getField(0), row.getField(1), kind.hasBounds() ? row.getField(2) : "");
    }

    /** Each emitted result is correct now, and no result that became due is missing. */
    private void refire(Bench<Row> bench, Trade newest, String context) {
      Map<String, Integer> should = due(Long.MIN_VALUE);
      List<String> out = new ArrayList<>();
      bench.records().forEach(r -> out.add(r.getValue().toString()));
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

    /** The results that are due, each with its number of rows. */
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

    /** The rows between two times that came before the watermark reached a time. */
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
      return Row.of(fields.toArray()).toString();
    }

    /** The price of the first row: by time, then by arrival; for count windows by arrival. */
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
      return kind + " " + emit + " lateness " + lateness;
    }
  }
}
