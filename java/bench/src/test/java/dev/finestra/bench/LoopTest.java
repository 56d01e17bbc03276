package dev.finestra.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.bench.report.RunFigures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopTest {
  private static final long AHEAD = 1L << 40;

  private static Loop filled(Workload workload, long n, int m, long d) {
    Loop loop = new Copies(false).loop(workload);
    loop.fill(
        Monoids.of("sum_wrapping"),
        new Point(workload, "recalculate", "sum_wrapping", n, m, d, Company.ALONE));
    return loop;
  }

  @Test
  void shouldKeepTheWindowFull() {
    for (Workload workload :
        new Workload[] {Workload.BULK, Workload.BULK_EVICT, Workload.SINGLE, Workload.TWINS}) {
      Loop loop = filled(workload, 100, 10, 0);
      loop.run(7);
      assertEquals(100, loop.window().size(), workload.label());
      assertEquals(7 * loop.items(), loop.window().oldest(), workload.label());
      assertEquals(99 + 7 * loop.items(), loop.window().youngest(), workload.label());
    }
  }

  @Test
  void shouldInsertAtADistance() {
    Loop loop = filled(Workload.BULK, 100, 10, 30);
    loop.run(5);
    SlidingWindow<?> window = loop.window();
    assertEquals(100, window.size());
    assertEquals(AHEAD + 29, window.youngest());
    assertEquals(50, window.oldest());
    // The last entry has time 119; the oldest one that is not ahead has time 50.
    window.bulkEvict(109);
    assertEquals(40, window.size());
  }

  @Test
  void shouldStayFullWhenTheDistanceIsTheWindow() {
    Loop loop = filled(Workload.BULK, 64, 8, 64);
    loop.run(3);
    assertEquals(72, loop.window().size());
  }

  @Test
  void shouldDrainWhatItFilled() {
    Loop loop = filled(Workload.DYNAMIC, 50, 1, 0);
    loop.run(2);
    assertEquals(0, loop.window().size());
    // Twice the running sums of 1, 2, … 50, and of 51 … 100 in the second turn.
    long expected = 0;
    for (long turn = 0, next = 1; turn < 2; turn++) {
      for (long i = 0, sum = 0; i < 50; i++) {
        sum += next++;
        expected += sum;
      }
    }
    assertEquals(expected, loop.sink());
  }

  @Test
  void shouldAnswerTheYoungestEntriesFromOneTree() {
    Loop shared = filled(Workload.SHARED_TREE, 200, 20, 5);
    Loop alone = filled(Workload.SINGLE, 200, 20, 5);
    shared.run(1);
    alone.run(1);
    // The youngest twenty: five ahead with values 1 … 5, and times 181 … 195 of values 1 + i % 101.
    long expected = 15;
    for (long time = 181; time <= 195; time++) {
      expected += 1 + time % 101;
    }
    assertEquals(expected, shared.sink() - alone.sink());
  }

  @Test
  void shouldAnswerTheYoungestEntriesFromATwin() {
    Loop twins = filled(Workload.TWINS, 200, 20, 5);
    Loop alone = filled(Workload.SINGLE, 200, 20, 5);
    twins.run(1);
    alone.run(1);
    // The twin has times of its own: five ahead with values 1 … 5, and then values 2 … 16.
    assertEquals(15 + 135, twins.sink() - alone.sink());
  }

  @Test
  void shouldFillInAScatteredOrder() {
    Loop loop = filled(Workload.SPACE_SCATTERED, 256, 1, 0);
    assertEquals(256, loop.window().size());
    assertEquals(0, loop.window().oldest());
    assertEquals(255, loop.window().youngest());
  }

  @Test
  void shouldCopyTheLoopForEachAggregationUnlessShared() {
    Copies own = new Copies(false);
    assertNotSame(own.loop(Workload.BULK).getClass(), own.loop(Workload.BULK).getClass());
    Copies shared = new Copies(true);
    assertSame(shared.loop(Workload.BULK).getClass(), shared.loop(Workload.BULK).getClass());
  }

  @Test
  void shouldMeasureWithoutTheDeferredFreeListByName() {
    Loop loop = new Copies(false).loop(Workload.BULK);
    Ablation.prepare("b_fiba2_eager");
    assertEquals("true", System.getProperty("finestra.tree.eager"));
    loop.fill(
        Monoids.of("sum_wrapping"),
        new Point(Workload.BULK, "b_fiba2_eager", "sum_wrapping", 5_000, 700, 90, Company.ALONE));
    loop.run(40);
    assertEquals(5_000, loop.window().size());
    loop.window().checkInvariants();
    Ablation.prepare("b_fiba2");
    assertEquals("false", System.getProperty("finestra.tree.eager"));
  }

  @Test
  void shouldTimeEachRound() {
    Latencies latencies = new Latencies(100);
    Loop loop = filled(Workload.SINGLE_LATENCY, 50, 1, 0);
    loop.run(100, latencies);
    assertEquals(100, loop.window().oldest());
    RunFigures figures = new RunFigures();
    latencies.report(figures);
    assertTrue(figures.median("round_p50_ns") > 0);
    assertTrue(figures.median("round_max_ns") >= figures.median("round_p99_ns"));
    assertFalse(figures.has("evict_p50_ns"));
  }

  @Test
  void shouldGoUpAndDown() {
    Loop loop = filled(Workload.OSCILLATE, 64, 1, 0);
    loop.run(3);
    assertEquals(33, loop.items());
    assertEquals(32, loop.window().size());
    assertEquals(32 + 3 * 33 - 1, loop.window().youngest());
    // One round of its queries: the running sums of 1 … 65, from 33 on.
    Loop one = filled(Workload.OSCILLATE, 64, 1, 0);
    one.run(1);
    assertEquals(LongStream.rangeClosed(33, 65).map(n -> n * (n + 1) / 2).sum(), one.sink());
  }

  @Test
  void shouldKeepAWindowOfGivenTimesAndGoRoundAgain(@TempDir Path folder) throws IOException {
    long[] times = {1_000, 1_010, 1_030, 1_005, 1_040, 1_001, 1_060, 1_061};
    ByteBuffer bytes = ByteBuffer.allocate(8 * times.length);
    bytes.asLongBuffer().put(times);
    Path file = Files.write(folder.resolve("times"), bytes.array());
    Times.of(file.toString());
    try {
      Loop loop = filled(Workload.TIMED, 30, 1, 0);
      // After the times 0, 10, 30, 5 and 40, the window is (10, 40].
      assertEquals(30, loop.window().oldest());
      assertEquals(40, loop.window().youngest());
      loop.run(3);
      // 1 is too late; 60 and 61 are inserted.
      assertEquals(3, loop.window().size());
      assertEquals(40, loop.window().oldest());
      loop.run(1);
      // The first time again, shifted by the span of 62.
      assertEquals(62, loop.window().youngest());
      assertThrows(
          IllegalArgumentException.class, () -> filled(Workload.TIMED, 1_000, 1, 0), "too long");
    } finally {
      Times.of("");
    }
    assertThrows(IllegalArgumentException.class, Times::given);
  }
}
