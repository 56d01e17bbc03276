package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.flink.internal.state.StateEntrySerializerSnapshot;
import dev.finestra.testing.Museum;
import dev.finestra.windowing.CountWindow;
import dev.finestra.windowing.Emit;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SessionWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every build restores the savepoints of every release, written by the heap and the RocksDB backend
 * in Flink's canonical format, on either backend. The restored job then has the results of a job
 * that never stopped. The savepoints are in the {@link Museum}, in a room for each line of Flink.
 */
class GoldenSavepointTest {
  private static final Museum MUSEUM = new Museum(FlinkLine.MUSEUM);
  private static final List<String> BACKENDS = List.of("heap", "rocksdb");
  private static final int BEFORE = 80;

  /** Jobs by name. Add new jobs, but never change one: its savepoints are in the museum. */
  private static Map<String, OneInputTransformation<Trade, ?>> jobs() {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("n", "count");
    words.put("sum", List.of("sum", "price"));
    words.put("top", List.of("max", "weight"));
    Map<String, Object> objects = Map.of("all", List.of("collect_distinct", "price"));
    WindowKind slides = SlidingTimeWindow.of(90, 20, 3, false);
    Map<String, OneInputTransformation<Trade, ?>> jobs = new TreeMap<>();
    jobs.put("slides", Bench.step(k -> windows(k, slides, 40, "b_fiba4").aggregate(words)));
    jobs.put(
        "last", Bench.step(k -> windows(k, new LastWindow(70), 30, "nb_fiba3").aggregate(objects)));
    jobs.put(
        "sessions",
        Bench.step(
            k -> windows(k, new SessionWindow(12), 25, "b_fiba2").aggregate("mean", "weight")));
    jobs.put(
        "count",
        Bench.step(
            k -> windows(k, new CountWindow(9, 4), 0, "daba_lite").aggregate("concat", "symbol")));
    jobs.put(
        "function", Bench.step(k -> windows(k, slides, 40, "b_fiba4").aggregate(new Listed())));
    jobs.put(
        "corrections",
        Bench.step(k -> windows(k, slides, 40, "b_fiba8").emit(Emit.CORRECTIONS).aggregate(words)));
    jobs.put(
        "mortal",
        Bench.step(
            k ->
                windows(k, new LastWindow(70), 30, "b_fiba4")
                    .stateTtl(Duration.ofMillis(1_000))
                    .aggregate(words)));
    jobs.put(
        "reduce",
        Bench.step(
            k -> windows(k, slides, 40, "b_fiba4").reduce((a, b) -> a.price < b.price ? b : a)));
    jobs.put(
        "several",
        Bench.step(
            k ->
                Finestra.keyed(k)
                    .windows(Map.of("short", new LastWindow(20), "long", new LastWindow(70)))
                    .allowedLateness(30)
                    .aggregate(words)));
    jobs.put("whole", Bench.step(k -> windows(k, slides, 40, "btree4").aggregate(new Listed())));
    return jobs;
  }

  private static FinestraWindowedStream<Trade, String> windows(
      org.apache.flink.streaming.api.datastream.KeyedStream<Trade, String> keyed,
      WindowKind kind,
      long lateness,
      String algorithm) {
    return Finestra.keyed(keyed).of(kind).allowedLateness(lateness).algorithm(algorithm);
  }

  /** These rows and watermarks never change. */
  private static List<KeyedEvent> events() {
    return KeyedEvent.some(new Random(2017), 140, 5);
  }

  private static void feed(Bench<?> bench, List<KeyedEvent> events) throws Exception {
    for (KeyedEvent event : events) {
      if (event.trade() == null) {
        bench.watermark(event.watermark());
      } else {
        bench.row(event.trade());
      }
    }
  }

  private static OperatorSubtaskState savepoint(
      OneInputTransformation<Trade, ?> job, String backend) throws Exception {
    try (Bench<?> bench = new Bench<>(job, backend, 1, 0, null, 0)) {
      feed(bench, events().subList(0, BEFORE));
      return bench
          .harness()
          .snapshotWithLocalState(1, 1, SavepointType.savepoint(SavepointFormatType.CANONICAL))
          .getJobManagerOwnedState();
    }
  }

  private static void assertContinues(
      Path file, OneInputTransformation<Trade, ?> job, String backend) throws Exception {
    List<KeyedEvent> events = events();
    long watermark = Long.MIN_VALUE;
    for (KeyedEvent event : events.subList(0, BEFORE)) {
      watermark = event.trade() == null ? event.watermark() : watermark;
    }
    OperatorSubtaskState state = OperatorSnapshotUtil.readStateHandle(file.toString());
    try (Bench<?> restored = new Bench<>(job, backend, 1, 0, state, 1);
        Bench<?> never = new Bench<>(job, "heap", 1, 0, null, 0)) {
      feed(never, events.subList(0, BEFORE));
      never.out();
      restored.watermark(watermark);
      feed(never, events.subList(BEFORE, events.size()));
      feed(restored, events.subList(BEFORE, events.size()));
      List<String> expected = never.out();
      assertFalse(
          expected.isEmpty(), file + " leaves nothing to compare: no result is due after it");
      assertEquals(expected, restored.out(), file + " on " + backend);
    }
  }

  @Test
  void shouldRestoreEverySavepointOfTheMuseum() throws Exception {
    for (Path savepoint : MUSEUM.exhibits(".savepoint")) {
      assertContinues(savepoint);
    }
  }

  /** The same for savepoints of this build, which the next release adds to the museum. */
  @Test
  void shouldRestoreTheSavepointsOfThisBuild(@TempDir Path folder) throws Exception {
    write(folder);
    for (Path savepoint : Museum.files(folder, ".savepoint")) {
      assertContinues(savepoint);
    }
  }

  /** The name of the job that wrote a savepoint. */
  static String job(Path savepoint) {
    return savepoint.getFileName().toString().split("-")[0];
  }

  static void assertContinues(Path savepoint) throws Exception {
    String job = job(savepoint);
    assertTrue(jobs().containsKey(job), "No job has the name of the file " + savepoint);
    for (String backend : BACKENDS) {
      assertContinues(savepoint, jobs().get(job), backend);
    }
  }

  /** State of 0.1.0 does not have the time of its latest row, also after a further savepoint. */
  @Test
  void shouldOnlyRemoveAggregationsOfOlderState() throws Exception {
    int found = 0;
    for (Path savepoint : MUSEUM.exhibits(".savepoint")) {
      if (savepoint.toString().contains("/0.1.0/") && job(savepoint).equals("several")) {
        found++;
        for (String backend : BACKENDS) {
          OperatorSubtaskState state = OperatorSnapshotUtil.readStateHandle(savepoint.toString());
          assertRemovesOnly(state, backend);
          try (Bench<?> same = new Bench<>(several(3), backend, 1, 0, state, 1)) {
            assertRemovesOnly(same.harness().snapshot(1, 1), backend);
          }
        }
      }
    }
    assertEquals(2, found, "savepoints of 0.1.0, one of each backend");
  }

  private static void assertRemovesOnly(OperatorSubtaskState state, String backend)
      throws Exception {
    new Bench<>(several(2), backend, 1, 0, state, 1).close();
    String told =
        assertThrows(
                IllegalStateException.class,
                () -> new Bench<>(several(4), backend, 1, 0, state, 1).close())
            .getMessage();
    assertTrue(
        told.contains("no min over longs of price. Nothing can be added to this state"), told);
  }

  /** The job of that name with the first of these aggregations. */
  private static OneInputTransformation<Trade, ?> several(int count) {
    Map<String, Object> some = new LinkedHashMap<>();
    some.put("n", "count");
    some.put("sum", List.of("sum", "price"));
    some.put("top", List.of("max", "weight"));
    some.put("low", List.of("min", "price"));
    some.keySet().retainAll(List.copyOf(some.keySet()).subList(0, count));
    return Bench.step(
        k ->
            Finestra.keyed(k)
                .windows(Map.of("short", new LastWindow(20), "long", new LastWindow(70)))
                .allowedLateness(30)
                .aggregate(some));
  }

  @Test
  void shouldRefuseANewerFormatByItsVersion(@TempDir Path folder) throws Exception {
    Map<String, OneInputTransformation<Trade, ?>> jobs = jobs();
    Path file = folder.resolve("newer");
    OperatorSnapshotUtil.writeStateHandle(savepoint(jobs.get("slides"), "heap"), file.toString());
    byte[] bytes = Files.readAllBytes(file);
    // The version of the serializer's snapshot follows the name of the snapshot's class.
    byte[] name = StateEntrySerializerSnapshot.class.getName().getBytes(StandardCharsets.UTF_8);
    List<Integer> versions = new ArrayList<>();
    for (int i = 0; i + name.length + 4 <= bytes.length; i++) {
      if (java.util.Arrays.equals(bytes, i, i + name.length, name, 0, name.length)) {
        versions.add(i + name.length + 3);
      }
    }
    assertFalse(versions.isEmpty(), "The savepoint does not name its serializer");
    versions.forEach(at -> bytes[at] = 77);
    Files.write(file, bytes);
    for (String backend : BACKENDS) {
      OperatorSubtaskState state = OperatorSnapshotUtil.readStateHandle(file.toString());
      Throwable refusal =
          assertThrows(
              Exception.class,
              () -> new Bench<>(jobs.get("slides"), backend, 1, 0, state, 1).close());
      StringBuilder all = new StringBuilder();
      for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
        all.append(cause).append('\n');
      }
      assertTrue(
          all.toString().contains("version 77; this build reads versions 1 to 3:"), all::toString);
    }
  }

  /** {@code make golden}: adds the savepoints of this build. */
  @Test
  @EnabledIfSystemProperty(
      named = Museum.RELEASE,
      matches = ".+",
      disabledReason = "set by make golden, which adds the savepoints of a release")
  void writeSavepoints() throws Exception {
    write(MUSEUM.newFolder());
  }

  private static void write(Path folder) throws Exception {
    for (Map.Entry<String, OneInputTransformation<Trade, ?>> job : jobs().entrySet()) {
      for (String backend : BACKENDS) {
        Path file = folder.resolve(job.getKey() + "-" + backend + ".savepoint");
        OperatorSnapshotUtil.writeStateHandle(savepoint(job.getValue(), backend), file.toString());
      }
    }
  }
}
