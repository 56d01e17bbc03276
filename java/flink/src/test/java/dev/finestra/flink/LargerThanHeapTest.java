package dev.finestra.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.testing.FromTier;
import dev.finestra.testing.Tier;
import dev.finestra.testing.Trials;
import dev.finestra.windowing.SlidingTimeWindow;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The window of one key is larger than the heap of its JVM. RocksDB holds it, the results are
 * right, and no state is left in the end; the heap backend fails.
 */
@FromTier(Tier.PUSH)
class LargerThanHeapTest {
  private static final int HEAP = 48 << 20;

  /** The rows of a window, a millisecond apart, and of its slide. */
  private static final int SIZE = 2_600_000;

  private static final int SLIDE = SIZE / 4;

  private static final int ROWS = SIZE + SLIDE;

  /** One row in this many is late by this much; watermarks wait for it. */
  private static final int ODD = 1_000;

  private static final int BEHIND = 5_000;

  /** The row that arrives after results of its windows were emitted. */
  private static final long LATE = SIZE / 2;

  private static final long FIRST = SLIDE - SIZE;

  @TempDir Path temporary;

  @Test
  void shouldHoldTheWindowOnRocksDb() throws Exception {
    long start = System.nanoTime();
    forked("rocksdb", 0);
    Trials.report(SIZE, "entries of a window larger than the heap", start);
  }

  /** Proves that the window does not fit on the heap. */
  @Test
  void shouldRunOutOfHeapOnTheHeapBackend() throws Exception {
    String printed = forked("heap", 3);
    assertTrue(printed.contains("OutOfMemoryError: Java heap space"), printed);
  }

  private String forked(String backend, int exit) throws Exception {
    Path out = temporary.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP,
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LargerThanHeapTest.class.getName(),
                backend)
            .directory(temporary.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(out.toFile()))
            .start();
    try {
      assertTrue(
          process.waitFor(300, TimeUnit.SECONDS), () -> "The process runs longer than 5 minutes");
      assertEquals(exit, process.exitValue(), Files.readString(out));
      return Files.readString(out);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Runs in the small JVM. */
  public static void main(String[] backend) throws Exception {
    Map<String, Object> aggregations = new LinkedHashMap<>();
    aggregations.put("n", "count");
    aggregations.put("oldest", List.of("first", "price"));
    aggregations.put("youngest", List.of("last", "weight"));
    aggregations.put("top", List.of("max", "price"));
    try (Bench<Row> bench =
        new Bench<>(
            keyed ->
                Finestra.keyed(keyed)
                    .of(SlidingTimeWindow.of(SIZE, SLIDE, 0, false))
                    .allowedLateness(SLIDE)
                    .aggregate(aggregations),
            backend[0])) {
      long from = FIRST;
      for (long time = 0; time < ROWS + BEHIND; time++) {
        if (time < ROWS && time % ODD != 0) {
          row(bench, time);
        }
        long odd = time - BEHIND;
        if (odd >= 0 && odd % ODD == 0) {
          if (odd != LATE) {
            row(bench, odd);
          }
          bench.watermark(odd);
          from = answered(bench, from, odd, false);
        }
        if (time == SIZE) {
          assertTrue(stored() > HEAP, () -> "the window is too small to show anything");
          row(bench, LATE);
          answered(bench, LATE + SLIDE - SIZE, odd, true);
        }
      }
      bench.watermark(Long.MAX_VALUE);
      answered(bench, from, Long.MAX_VALUE, false);
      assertEquals(0, bench.kept());
    }
  }

  /**
   * Compares the results with the windows from a start on whose end has passed.
   *
   * @param again whether the windows of the late row are emitted again
   * @return the start of the first window that is not due
   */
  private static long answered(Bench<Row> bench, long from, long passed, boolean again)
      throws Exception {
    List<String> expected = new ArrayList<>();
    long start = from;
    for (; start < ROWS && start + SIZE - 1 <= passed; start += SLIDE) {
      expected.add(expected(start, again || passed >= SIZE));
    }
    List<String> found = new ArrayList<>();
    bench.records().forEach(result -> found.add(result.getValue().toString()));
    assertEquals(expected, found);
    return start;
  }

  private static String expected(long start, boolean hasLate) {
    long from = Math.max(0, start);
    long to = Math.min(ROWS, start + SIZE);
    long n = 0;
    long top = 0;
    for (long time = from; time < to; time++) {
      if (time != LATE || hasLate) {
        n++;
        top = Math.max(top, price(time));
      }
    }
    return Row.of("k", start, start + SIZE, n, price(from), weight(to - 1), top).toString();
  }

  private static void row(Bench<Row> bench, long time) throws Exception {
    bench.row(new Trade("k", time, price(time), weight(time)));
  }

  private static long price(long time) {
    return time == LATE ? Long.MAX_VALUE : Trials.mix(time) >>> 2;
  }

  private static double weight(long time) {
    return (Trials.mix(~time) >>> 11) * 0x1p-53;
  }

  /** The bytes of RocksDB's files; compaction may remove them meanwhile. */
  private static long stored() {
    long bytes = 0;
    for (File subtask : new File("target").listFiles()) {
      File[] files = new File(subtask, "db").listFiles((db, name) -> name.endsWith(".sst"));
      for (File file : files == null ? new File[0] : files) {
        bytes += file.length();
      }
    }
    return bytes;
  }
}
