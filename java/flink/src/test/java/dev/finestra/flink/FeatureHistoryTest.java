package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.python.PythonStreams;
import dev.finestra.testing.Trials;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that start with history, from a bounded stream or from a savepoint: from its end on, they
 * have the results of a job that reads all rows.
 */
class FeatureHistoryTest {
  @RegisterExtension static final SharedCluster CLUSTER = SharedCluster.of(2);

  private static final TypeInformation<Row> ROWS =
      Types.ROW_NAMED(new String[] {"card", "at", "amount"}, Types.STRING, Types.LONG, Types.LONG);
  private static final List<List<?>> AGGREGATES =
      List.of(
          List.of("n", "count"), List.of("paid", "sum", "amount"), List.of("top", "max", "amount"));

  /** As above with one that is new, one less, and another order and name. */
  private static final List<List<?>> CHANGED =
      List.of(
          List.of("low", "min", "amount"), List.of("high", "max", "amount"), List.of("n", "count"));

  /** How late a row may be. */
  private static final int LATE = 20;

  @TempDir private Path folder;

  @Test
  void shouldContinueABoundedStream() throws Exception {
    Trials.run(4, 200, "jobs with history", (seed, only) -> check(new Random(seed), false));
  }

  @Test
  void shouldContinueASavepoint() throws Exception {
    Trials.run(2, 50, "jobs from a savepoint", (seed, only) -> check(new Random(seed), true));
  }

  /** Flink keeps at most 5 MiB of a task's state in the memory of the job manager. */
  @Test
  void shouldWriteMoreThanFitsTheMemoryOfTheJobManager() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      rows.add(Row.of("a card with a long name, number " + i, (long) i, 1L));
    }
    String savepoint =
        PythonStreams.savepoint(
            environment(Map.of("execution.checkpointing.storage", "jobmanager"))
                .fromData(rows, ROWS),
            List.of("card"),
            "at",
            Map.of("kind", "last", "size", 1_000_000L),
            AGGREGATES,
            Map.of("until", 200_000L, "uid", "cards"),
            folder.toString(),
            "canonical");
    try (Stream<Path> files = Files.list(Path.of(URI.create(savepoint)))) {
      long bytes = files.mapToLong(file -> file.toFile().length()).sum();
      assertTrue(bytes > 2 * 5 * (1 << 20), () -> savepoint + " has " + bytes + " bytes");
    }
  }

  private void check(Random random, boolean fromSavepoint) throws Exception {
    boolean emitsChanges = random.nextBoolean();
    Map<String, Object> windows = windows(random, emitsChanges);
    List<Row> all = rows(random, 1 + random.nextInt(200));
    long until = (long) all.get(random.nextInt(all.size())).getField(1) + random.nextInt(3) - 1;
    List<Row> history = new ArrayList<>();
    List<Row> live = new ArrayList<>();
    for (Row row : all) {
      boolean isOld = (long) row.getField(1) < until;
      if (isOld || random.nextInt(4) == 0) {
        history.add(row);
      }
      if (!isOld || random.nextInt(4) == 0) {
        live.add(row);
      }
    }
    Collections.shuffle(history, random);
    Map<String, Object> emission =
        emitsChanges
            ? Map.of("emit", "changes", "rate", 1L + random.nextInt(2) * random.nextInt(30))
            : Map.of();
    Map<String, Object> options = new HashMap<>(emission);
    options.put("until", until);
    Map<String, String> settings = Map.of();
    if (fromSavepoint) {
      options.put("uid", "cards");
      String backend = random.nextBoolean() ? "hashmap" : "rocksdb";
      String key = StateBackendOptions.STATE_BACKEND.key();
      String savepoint =
          PythonStreams.savepoint(
              environment(Map.of(key, backend)).fromData(withOne(history), ROWS),
              List.of("card"),
              "at",
              windows,
              AGGREGATES,
              options,
              folder.toUri().toString(),
              random.nextBoolean() ? "canonical" : "native");
      settings = Map.of(key, backend, StateRecoveryOptions.SAVEPOINT_PATH.key(), savepoint);
      if (areLast(windows)) {
        checkState(environment(settings), random, windows, options, history, until);
      }
    }
    StreamExecutionEnvironment env = environment(settings);
    if (!fromSavepoint) {
      options.put("history", env.fromData(withOne(history), ROWS));
    }
    boolean isChanged = fromSavepoint && emission.isEmpty() && random.nextBoolean();
    Declared declared =
        isChanged
            ? new Declared(changed(random, windows), CHANGED)
            : new Declared(windows, AGGREGATES);
    List<Row> replay = collected(declared.features(stream(environment(Map.of()), all), emission));
    List<Row> expected =
        emission.isEmpty()
            ? from(until, replay)
            : changesFrom(until, (long) emission.get("rate"), replay);
    if (isChanged) {
      expected.forEach(row -> hide(row, declared.windows, windows, history, until));
    }
    List<Row> got = collected(declared.features(stream(env, live), options));
    assertEquals(sorted(expected), sorted(got), () -> windows + " " + declared + " " + options);
  }

  private record Declared(Map<String, Object> windows, List<List<?>> aggregates) {
    DataStream<Row> features(DataStream<Row> rows, Map<String, Object> options) {
      return PythonStreams.features(rows, List.of("card"), "at", windows, aggregates, options);
    }
  }

  /** The features in the state, at a time from the end of the history on. */
  private static void checkState(
      StreamExecutionEnvironment env,
      Random random,
      Map<String, Object> windows,
      Map<String, Object> options,
      List<Row> history,
      long until)
      throws Exception {
    long at = until + random.nextInt(40);
    long longest = Collections.max(sizes(windows));
    Map<String, Object> asked = new HashMap<>(options);
    asked.put("at", at);
    DataStream<Row> read =
        PythonStreams.state(
            stream(env, List.of()), List.of("card"), "at", windows, AGGREGATES, asked);
    List<String> expected = new ArrayList<>();
    for (String card : List.of("k0", "k1", "k2")) {
      List<Row> rows =
          history.stream()
              .filter(row -> card.equals(row.getField(0)) && (long) row.getField(1) < until)
              .toList();
      if (!in(rows, until - 1 - longest, until).isEmpty()) {
        expected.add(features(card, at, rows, sizes(windows)).toString());
      }
    }
    assertEquals(expected, sorted(collected(read)), () -> "at " + at + " of " + windows);
  }

  /** What {@link #AGGREGATES} are at a time. */
  private static Row features(String card, long at, List<Row> rows, List<Long> sizes) {
    List<Object> n = new ArrayList<>();
    List<Object> paid = new ArrayList<>();
    List<Object> top = new ArrayList<>();
    for (long size : sizes) {
      List<Row> window = in(rows, at - size, at);
      List<Long> amounts =
          window.stream().map(row -> (Long) row.getField(2)).filter(Objects::nonNull).toList();
      n.add((long) window.size());
      paid.add(amounts.isEmpty() ? null : amounts.stream().mapToLong(x -> x).sum());
      top.add(amounts.isEmpty() ? null : Collections.max(amounts));
    }
    return Row.of(Stream.of(List.of(card, at), n, paid, top).flatMap(List::stream).toArray());
  }

  private static List<Row> in(List<Row> rows, long from, long to) {
    return rows.stream()
        .filter(row -> (long) row.getField(1) >= from && (long) row.getField(1) <= to)
        .toList();
  }

  /** Other sizes, if windows are per event. */
  private static Map<String, Object> changed(Random random, Map<String, Object> windows) {
    return !areLast(windows)
        ? windows
        : Map.of(
            "windows",
            List.of(
                List.of("a", Map.of("kind", "last", "size", 1L + random.nextInt(200))),
                List.of("b", Map.of("kind", "last", "size", 1L + random.nextInt(200)))));
  }

  private static boolean areLast(Map<String, Object> windows) {
    return windows.toString().contains("last");
  }

  private static List<Long> sizes(Map<String, Object> windows) {
    return ((List<?>) windows.getOrDefault("windows", List.of()))
        .stream().map(each -> (Long) ((Map<?, ?>) ((List<?>) each).get(1)).get("size")).toList();
  }

  /** Replaces results by null whose windows lack rows. */
  private static void hide(
      Row result,
      Map<String, Object> windows,
      Map<String, Object> before,
      List<Row> history,
      long until) {
    List<Long> sizes = sizes(windows);
    long longestBefore = sizes(before).stream().mapToLong(size -> size).max().orElse(0);
    long longest = sizes.stream().mapToLong(size -> size).max().orElse(0);
    long from = sizes.isEmpty() ? Long.MIN_VALUE : until - 2 - longestBefore;
    long latest =
        history.stream()
            .mapToLong(row -> (long) row.getField(1))
            .filter(time -> time >= from && time < until)
            .max()
            .orElse(Long.MIN_VALUE);
    int perAggregate = Math.max(1, sizes.size());
    int first = result.getArity() - CHANGED.size() * perAggregate;
    for (int i = first; i < result.getArity(); i++) {
      long start =
          sizes.isEmpty()
              ? (long) result.getField(1)
              : (long) result.getField(1) - sizes.get((i - first) % perAggregate);
      boolean isNew = (i - first) / perAggregate == 0;
      boolean lacksOldRows =
          longest > longestBefore && start <= Math.max(latest, until - 2) - longestBefore;
      if (lacksOldRows || (isNew && start <= latest)) {
        result.setField(i, null);
      }
    }
  }

  /** After a failure, Flink's log would have entries of both formats. */
  @Test
  void shouldRefuseAChangeIfFlinkWritesAChangelog() throws Exception {
    Map<String, Object> windows = Map.of("kind", "last", "size", 9L);
    Map<String, Object> options = Map.of("until", 5L, "uid", "cards");
    List<Row> rows = List.of(Row.of("a", 1L, 1L));
    String savepoint =
        PythonStreams.savepoint(
            environment(Map.of()).fromData(rows, ROWS),
            List.of("card"),
            "at",
            windows,
            AGGREGATES,
            options,
            folder.toUri().toString(),
            "canonical");
    StreamExecutionEnvironment env =
        environment(
            Map.of(
                StateRecoveryOptions.SAVEPOINT_PATH.key(),
                savepoint,
                "restart-strategy.type",
                "none",
                "state.changelog.enabled",
                "true",
                "state.changelog.storage",
                "memory"));
    DataStream<Row> changed = new Declared(windows, CHANGED).features(stream(env, rows), options);
    Throwable failed = assertThrows(Exception.class, () -> collected(changed));
    while (failed.getCause() != null) {
      failed = failed.getCause();
    }
    assertTrue(failed.getMessage().contains("With state.changelog.enabled"), failed.toString());
  }

  /** {@code fromData} rejects an empty list. */
  private static List<Row> withOne(List<Row> rows) {
    return rows.isEmpty() ? List.of(Row.of("nobody", -1_000_000_000L, 1L)) : rows;
  }

  private static Map<String, Object> windows(Random random, boolean areLast) {
    long slide = 1 + random.nextInt(10);
    Map<String, Object> small = new HashMap<>();
    switch (areLast ? 1 : random.nextInt(3)) {
      case 0:
        return Map.of("kind", "session", "gap", 1L + random.nextInt(30));
      case 1:
        small.put("kind", "last");
        break;
      default:
        small.put("kind", "sliding");
        small.put("slide", slide);
    }
    Map<String, Object> large = new HashMap<>(small);
    small.put("size", slide * (1 + random.nextInt(5)));
    large.put("size", slide * (6 + random.nextInt(20)));
    return Map.of("windows", List.of(List.of("s", small), List.of("l", large)));
  }

  private static List<Row> rows(Random random, int count) {
    List<Row> rows = new ArrayList<>();
    long now = 1_000;
    for (int i = 0; i < count; i++) {
      now += random.nextInt(20) == 0 ? 50 : random.nextInt(4);
      long amount = random.nextInt(100);
      rows.add(
          Row.of(
              "k" + random.nextInt(3),
              now - random.nextInt(LATE),
              random.nextInt(5) == 0 ? null : amount));
    }
    return rows;
  }

  private static StreamExecutionEnvironment environment(Map<String, String> settings) {
    Configuration configuration = Configuration.fromMap(settings);
    return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
  }

  private static DataStream<Row> stream(StreamExecutionEnvironment env, List<Row> rows) {
    return env.fromData(withOne(rows), ROWS)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Row>forBoundedOutOfOrderness(Duration.ofMillis(LATE))
                .withTimestampAssigner((row, t) -> (long) row.getField(1)));
  }

  private static DataStream<Row> features(
      DataStream<Row> rows, Map<String, Object> windows, Map<String, Object> options) {
    return PythonStreams.features(rows, List.of("card"), "at", windows, AGGREGATES, options);
  }

  /** The results that are not before a time. */
  private static List<Row> from(long until, List<Row> results) {
    return results.stream().filter(row -> time(row) >= until).toList();
  }

  /** The results after the beginning, and at the beginning the newest result of each key. */
  private static List<Row> changesFrom(long until, long rate, List<Row> results) {
    long begin = -Math.floorDiv(-until, rate) * rate;
    Map<Object, Row> first = new HashMap<>();
    List<Row> all = new ArrayList<>();
    for (Row row : results) {
      if (time(row) > begin) {
        all.add(row);
      } else {
        first.merge(row.getField(0), row, (a, b) -> time(a) > time(b) ? a : b);
      }
    }
    for (Row row : first.values()) {
      boolean hasRows = (long) row.getField(3) > 0; // the count of the larger window
      if (hasRows) {
        row.setField(1, begin);
        all.add(row);
      }
    }
    return all;
  }

  private static long time(Row result) {
    boolean isSession = result.getArity() == 6;
    return (long) result.getField(isSession ? 2 : 1);
  }

  private static List<String> sorted(List<Row> results) {
    return results.stream().map(Row::toString).sorted().toList();
  }

  @SuppressWarnings("try") // an interrupt ends the test
  private static List<Row> collected(DataStream<Row> results) throws Exception {
    List<Row> all = new ArrayList<>();
    try (CloseableIterator<Row> rows = results.executeAndCollect()) {
      rows.forEachRemaining(all::add);
    }
    return all;
  }

  @Test
  void shouldRefuseAHistoryThatDoesNotFit() {
    StreamExecutionEnvironment env = environment(Map.of());
    DataStream<Row> live = stream(env, List.of());
    Map<String, Object> windows = Map.of("kind", "session", "gap", 9L);
    Map<String, Object> uid = Map.of("until", 5L, "uid", "cards");
    assertEquals(
        "history is given without until; give the time up to which the history is complete",
        refused(() -> features(live, windows, Map.of("history", live))));
    assertEquals(
        "until is given, but neither history nor uid; give the history, or the uid with which the"
            + " savepoint was written",
        refused(() -> features(live, windows, Map.of("until", 5L))));
    assertEquals(
        "Features of sessions(9) are declared; only those of windows of each row in event time can be read",
        refused(() -> PythonStreams.state(live, List.of("card"), "at", windows, AGGREGATES, uid)));
    DataStream<Row> swapped =
        env.fromData(
            List.of(Row.of("a", 1L, 1L)),
            Types.ROW_NAMED(
                new String[] {"card", "amount", "at"}, Types.STRING, Types.LONG, Types.LONG));
    refused(() -> features(live, windows, Map.of("history", swapped, "until", 5L)));
    DataStream<Row> endless =
        env.fromSource(
                new NumberSequenceSource(1, Long.MAX_VALUE) {
                  @Override
                  public Boundedness getBoundedness() {
                    return Boundedness.CONTINUOUS_UNBOUNDED;
                  }
                },
                WatermarkStrategy.noWatermarks(),
                "numbers")
            .map(number -> Row.of("a", number, number))
            .returns(ROWS);
    assertEquals(
        "The source 'numbers' of the history never ends; bound it",
        refused(() -> features(live, windows, Map.of("history", endless, "until", 5L))));
    DataStream<Row> others =
        env.fromData(
            List.of(Row.of("a", 1L)),
            Types.ROW_NAMED(new String[] {"card", "at"}, Types.STRING, Types.LONG));
    assertEquals(
        "The history has the type Row(card: String, at: Long), and the stream Row(card: String, at:"
            + " Long, amount: Long); select the same fields with the same types",
        refused(() -> features(live, windows, Map.of("history", others, "until", 5L))));
    assertEquals(
        "The format of the savepoint is 'full'; use canonical or native",
        refused(
            () ->
                PythonStreams.savepoint(
                    live, List.of("card"), "at", windows, AGGREGATES, uid, "", "full")));
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    assertEquals(
        "The environment runs in batch mode, which has no savepoints; set execution.runtime-mode to"
            + " streaming",
        refused(
            () ->
                PythonStreams.savepoint(
                    live,
                    List.of("card"),
                    "at",
                    windows,
                    AGGREGATES,
                    uid,
                    "file:///tmp",
                    "native")));
  }

  private static String refused(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }
}
