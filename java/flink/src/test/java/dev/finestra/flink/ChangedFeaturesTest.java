package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.finestra.testing.Trials;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.WindowKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/**
 * A job that emits changes gets other aggregations, sizes and rates, and keeps its state. It emits
 * what a plain computation emits that forgets rows as the job does.
 */
class ChangedFeaturesTest {

  /** A version of the job. */
  private record Version(List<Asked> asked, Set<Long> sizes, long rate) {
    static Version random(Random random) {
      List<Asked> all = new ArrayList<>(Arrays.asList(Asked.values()));
      Collections.shuffle(all, random);
      Set<Long> sizes = new TreeSet<>();
      random.longs(1 + random.nextInt(3), 1, 40).forEach(sizes::add);
      return new Version(
          all.subList(0, 1 + random.nextInt(all.size())),
          sizes,
          random.nextBoolean() ? 1 : 1 + random.nextInt(12));
    }

    Version next(Random random) {
      Version other = random(random);
      return new Version(
          random.nextInt(3) == 0 ? asked : other.asked,
          random.nextBoolean() ? sizes : other.sizes,
          random.nextBoolean() ? rate : other.rate);
    }

    long longest() {
      return Collections.max(sizes);
    }

    /** The first multiple of the rate that is not before a time. */
    long onGrid(long time) {
      return -Math.floorDiv(-time, rate) * rate;
    }

    boolean hasNewColumns(Version before) {
      return !before.asked.containsAll(asked) || !sizes.equals(before.sizes);
    }

    OneInputTransformation<Trade, Row> step() {
      Map<String, Object> aggregations = new LinkedHashMap<>();
      asked.forEach(each -> aggregations.put("the_" + each, each.declared()));
      Map<String, WindowKind> windows = new LinkedHashMap<>();
      sizes.forEach(size -> windows.put("w" + size, LastWindow.of(size)));
      return Bench.step(
          keyed ->
              (windows.size() == 1
                      ? Finestra.keyed(keyed).of(LastWindow.of(longest()))
                      : Finestra.keyed(keyed).of(windows))
                  .emit(Emit.CHANGES)
                  .rate(Duration.ofMillis(rate))
                  .aggregate(aggregations));
    }
  }

  /** One key: its rows, and the result that it emitted last. */
  private static final class Key {
    private final String name;
    private final List<Trade> all = new ArrayList<>();

    /** The rows that the job has not removed. */
    private final List<Trade> kept = new ArrayList<>();

    /** Empty if the key has no result yet, or lost its last row. */
    private List<Object> served = List.of();

    private boolean isAnew;

    Key(String name) {
      this.name = name;
    }

    private static List<Trade> in(List<Trade> rows, long from, long to) {
      return rows.stream().filter(row -> row.time >= from && row.time <= to).toList();
    }
  }

  /** The versions of a job, and their plain computation. */
  private static final class Jobs {
    private final Random random;
    private final Map<String, Key> keys = new TreeMap<>();
    private final Map<Asked, Long> since = new TreeMap<>();
    private long windowsSince = Long.MIN_VALUE;
    private long latest = Long.MIN_VALUE;
    private long watermark = -1;
    private Version version;

    Jobs(Random random) {
      this.random = random;
      this.version = Version.random(random);
    }

    /** Whether the job has emitted a result of the key that the next one replaces. */
    private boolean hasResult(Key key) {
      boolean hasRow = key.kept.stream().anyMatch(row -> row.time <= watermark);
      return hasRow || key.isAnew || !key.served.isEmpty();
    }

    void run() throws Exception {
      OperatorSubtaskState state = null;
      String backend = List.of("heap", "rocksdb").get(random.nextInt(16) / 15);
      for (int i = 0; i < 4; i++) {
        if (i > 0) {
          change(version.next(random));
        }
        try (Bench<Row> bench = new Bench<>(version.step(), backend, 1, 0, state, i == 0 ? 0 : 1)) {
          bench.watermark(watermark);
          assertEquals(List.of(), bench.out(), "no result is emitted again");
          for (int steps = random.nextInt(40); steps > 0; steps--) {
            if (random.nextInt(4) > 0) {
              row(bench);
            } else {
              long next = watermark + random.nextInt(40);
              bench.watermark(next);
              assertEquals(expected(next), Asked.results(bench), version::toString);
            }
          }
          state = bench.harness().snapshot(i, i);
        }
      }
    }

    private void change(Version now) {
      List<Key> withResult = keys.values().stream().filter(this::hasResult).toList();
      since.keySet().retainAll(now.asked);
      now.asked.stream()
          .filter(each -> !version.asked.contains(each))
          .forEach(each -> since.put(each, latest));
      if (now.longest() > version.longest()) {
        windowsSince = Math.max(windowsSince, Math.max(latest, watermark) - version.longest());
      }
      for (Key key : keys.values()) {
        if (now.hasNewColumns(version)) {
          key.isAnew = withResult.contains(key);
        } else if (!key.isAnew) {
          // The same columns, perhaps in another order and without some of them.
          key.served = served(now, key.served);
        }
      }
      version = now;
    }

    private List<Object> served(Version now, List<Object> before) {
      List<Object> values = new ArrayList<>();
      int sizes = version.sizes.size();
      for (Asked each : before.isEmpty() ? List.<Asked>of() : now.asked) {
        int first = version.asked.indexOf(each) * sizes;
        values.addAll(before.subList(first, first + sizes));
      }
      return values;
    }

    private void row(Bench<Row> bench) throws Exception {
      String name = "k" + random.nextInt(3);
      long time = watermark + 1 + random.nextInt(30);
      Trade row = new Trade(name, time, (long) random.nextInt(9), 0);
      Key key = keys.computeIfAbsent(name, Key::new);
      key.all.add(row);
      key.kept.add(row);
      latest = Math.max(latest, time);
      bench.row(row);
    }

    /** The results up to the next watermark. */
    private List<String> expected(long next) {
      List<String> results = new ArrayList<>();
      for (long now = version.onGrid(watermark + 1); now <= next; now += version.rate) {
        for (Key key : keys.values()) {
          boolean hasRows = !Key.in(key.kept, now - version.longest(), now).isEmpty();
          List<Object> values = values(key, now, hasRows);
          if (hasRows || key.isAnew || !key.served.isEmpty()) {
            List<Object> after = hasRows ? values : unlessKnown(values);
            if (key.isAnew || !key.served.equals(after)) {
              results.add(shown(key.name, now, values));
            }
            key.served = after;
            key.isAnew = false;
          }
          long oldest = now - version.longest();
          key.kept.removeIf(row -> row.time < oldest);
        }
      }
      watermark = next;
      Collections.sort(results);
      return results;
    }

    /** Values of a key without rows, or an empty list if no rows are missing. */
    private List<Object> unlessKnown(List<Object> values) {
      List<Object> known = new ArrayList<>();
      version.asked.forEach(each -> version.sizes.forEach(size -> known.add(each.of(List.of()))));
      return values.equals(known) ? List.of() : values;
    }

    /** The results of all aggregations in all windows; a window without rows is one for all. */
    private List<Object> values(Key key, long now, boolean hasRows) {
      List<Object> values = new ArrayList<>();
      for (Asked each : version.asked) {
        for (long size : version.sizes) {
          long added = hasRows ? since.getOrDefault(each, Long.MIN_VALUE) : Long.MIN_VALUE;
          boolean isKnown = now - size > Math.max(windowsSince, added);
          List<Trade> rows = hasRows ? Key.in(key.all, now - size, now) : List.of();
          values.add(isKnown ? each.of(rows) : null);
        }
      }
      return values;
    }

    private static String shown(String key, long time, List<Object> values) {
      List<Object> fields = new ArrayList<>(List.of(key, time));
      fields.addAll(values);
      return time + " " + Row.of(fields.toArray());
    }
  }

  @Test
  void shouldEqualAPlainComputationThroughAllVersions() {
    Trials.run(
        80,
        5_000,
        "versions of jobs that emit changes",
        (seed, only) -> new Jobs(new Random(seed)).run());
  }

  /** A grown window is known again without any row, and the count falls to 0. */
  @Test
  void shouldEmitWhenAWindowHasAllRowsAgain() throws Exception {
    Version five = new Version(List.of(Asked.COUNT), Set.of(5L), 1);
    Version ten = new Version(List.of(Asked.COUNT, Asked.SUM), new TreeSet<>(Set.of(5L, 10L)), 1);
    assertEquals(
        List.of(
            "13 +I[k, 13, 1, null, null, null]",
            "16 +I[k, 16, 0, null, 0, null]",
            "18 +I[k, 18, 0, 1, 0, null]",
            "21 +I[k, 21, 0, 0, 0, 0]"),
        changed(five, ten, new Trade("k", 10, 7L, 0), new Trade("gone", 1, 7L, 0)));
  }

  /** The last row of key "early" leaves while its longer window still lacks rows. */
  @Test
  void shouldNotForgetAKeyWhoseResultIsUnknown() throws Exception {
    Version five = new Version(List.of(Asked.COUNT), Set.of(5L), 1);
    Version ten = new Version(List.of(Asked.COUNT), Set.of(10L), 1);
    assertEquals(
        List.of(
            "13 +I[early, 13, null]",
            "30 +I[ahead, 30, null]",
            "36 +I[ahead, 36, 1]",
            "36 +I[early, 36, 0]",
            "41 +I[ahead, 41, 0]"),
        changed(five, ten, new Trade("early", 10, 7L, 0), new Trade("ahead", 30, 7L, 0)));
  }

  /** The results of a job that continues another one, which had the watermark 12. */
  private static List<String> changed(Version before, Version now, Trade... rows) throws Exception {
    OperatorSubtaskState state;
    try (Bench<Row> bench = new Bench<>(before.step(), "heap", 1, 0, null, 0)) {
      for (Trade row : rows) {
        bench.row(row);
      }
      bench.watermark(12);
      state = bench.harness().snapshot(1, 1);
    }
    try (Bench<Row> bench = new Bench<>(now.step(), "heap", 1, 0, state, 1)) {
      bench.watermark(100);
      return bench.out();
    }
  }
}
