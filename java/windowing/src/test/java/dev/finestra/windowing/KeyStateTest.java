package dev.finestra.windowing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.windowing.internal.columns.TypedAggregation;
import dev.finestra.windowing.internal.logic.KeyHeader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which state of a key is kept, and for how long. */
class KeyStateTest {
  private static final List<TypedAggregation> MAX =
      List.of(new TypedAggregation("max", ValueType.LONG));
  private static final int ROWS = 20_000;
  private static final long TTL = 1_000;

  private static WindowRequest request(WindowKind kind, String algorithm, long ttl) {
    return new WindowRequest(kind, NamedSizes.NONE, 0, Emit.ON_WATERMARK, algorithm, ttl);
  }

  private static final Simulation.Limits ONE_KEY =
      new Simulation.Limits(Simulation.Style.HELD_OBJECTS, 1, 1, 1_000);

  @Test
  void shouldRemoveTheStateOfAnIdleKey() throws Exception {
    for (Simulation.Style style : Simulation.Style.values()) {
      Simulation.Job job =
          new Simulation.Job(request(new CountWindow(50_000, 10), "b_fiba2", TTL), MAX);
      Simulation engine = new Simulation(job, new Simulation.Limits(style, 10, 10, 1_000));
      for (int i = 0; i < ROWS; i++) {
        engine.clock(i / 100);
        engine.row("idle", i, (long) i);
      }
      engine.row("busy", 0, 1L);
      long idleSince = ROWS / 100 - 1;
      engine.clock(idleSince + TTL / 2);
      engine.row("busy", 1, 1L);
      int before = engine.entriesLeft();
      assertTrue(before > 1_000, before + " entries");
      for (long clock = idleSince + TTL; clock < idleSince + TTL + 100; clock++) {
        engine.clock(clock);
      }
      assertTrue(engine.entriesLeft() <= 3, engine.entriesLeft() + " entries on " + style);
      engine.clock(10 * TTL);
      assertEquals(0, engine.entriesLeft(), style.toString());
    }
  }

  @Test
  void shouldKeepFewPagesOfACountWindow() throws Exception {
    Simulation engine = simulation(new CountWindow(2_000, 2_000));
    for (int i = 0; i < 3 * ROWS; i++) {
      engine.row("k", i, (long) i);
    }
    assertFew(engine);
  }

  @Test
  void shouldKeepFewPagesOfATumblingWindow() throws Exception {
    Simulation engine = simulation(SlidingTimeWindow.of(2_000, 2_000, 0, false));
    for (int i = 0; i < 3 * ROWS; i++) {
      engine.row("k", i, (long) i);
      engine.watermark(i - 100);
    }
    assertFew(engine);
  }

  private static Simulation simulation(WindowKind kind) {
    return new Simulation(
        new Simulation.Job(request(kind, "b_fiba4", 0), MAX), Simulation.Limits.ALL);
  }

  /** A leaf has at least two of the 2,000 rows; above the leaves are half as many nodes. */
  private static void assertFew(Simulation engine) {
    int left = engine.entriesLeft();
    assertTrue(left < 2_000, left + " entries are left");
  }

  @Test
  void shouldBoundThePagesInMemory() throws Exception {
    Simulation.Job job = new Simulation.Job(request(new LastWindow(100_000), "b_fiba2", 0), MAX);
    Simulation engine =
        new Simulation(job, new Simulation.Limits(Simulation.Style.HELD_BYTES, 5, 5, 50));
    for (int i = 0; i < ROWS; i++) {
      engine.row("k" + i % 20, i, (long) i);
      assertTrue(engine.pagesHeld() <= 100, engine.pagesHeld() + " pages after row " + i);
    }
  }

  /**
   * After a restore, watermarks begin lower than the time of the results that were emitted before,
   * and a job may emit in another mode. A row's window still has a result.
   */
  @ParameterizedTest
  @EnumSource(Emit.class)
  void shouldEmitTheWindowOfARowAfterARestore(Emit emitBefore) throws Exception {
    WindowKind kind = SlidingTimeWindow.of(100, 100, 0, false);
    Simulation before = new Simulation(job(kind, emitBefore), Simulation.Limits.ALL);
    before.row("k", 10, 1L);
    if (emitBefore != Emit.ON_EVENT) {
      before.watermark(200);
    }
    Simulation after = new Simulation(job(kind, Emit.ON_WATERMARK), ONE_KEY, before.snapshot());
    leaveMemory(after);
    assertTrue(after.row("k", 20, 4L));
    after.watermark(100);
    assertEquals(List.of(List.of(4L)), values(after));
  }

  @Test
  void shouldEmitAgainForALateRowOfAKeyThatLeftMemory() throws Exception {
    WindowKind kind = SlidingTimeWindow.of(100, 50, 0, false);
    Simulation engine = new Simulation(job(kind, Emit.ON_WATERMARK), ONE_KEY);
    engine.row("k", 60, 1L);
    leaveMemory(engine);
    engine.watermark(120);
    assertEquals(List.of(List.of(1L)), values(engine));
    leaveMemory(engine);
    assertTrue(engine.row("k", 70, 4L));
    assertEquals(List.of(List.of(4L)), values(engine));
    engine.watermark(150);
    assertEquals(List.of(List.of(4L)), values(engine));
  }

  private static Simulation.Job job(WindowKind kind, Emit emit) {
    return new Simulation.Job(kind, NamedSizes.NONE, 1_000, emit, MAX);
  }

  /** Adds rows of other keys; small windows are no longer held then. */
  private static void leaveMemory(Simulation engine) throws Exception {
    for (int i = 0; i < 20; i++) {
      engine.row("other " + i, 5_000, 1L);
    }
  }

  private static List<List<Object>> values(Simulation engine) {
    return engine.results().stream().map(Simulation.Result::values).toList();
  }

  @Test
  void shouldRestoreEveryFieldOfAHeader() throws IOException {
    KeyHeader header = new KeyHeader();
    header.next = 1;
    header.timer = -2;
    header.rowsSeen = 3;
    header.emittedAtNext = 4;
    header.expires = 5;
    header.lastSeen = 6;
    header.emittedUpTo = 0;
    header.sessions.addAll(new long[] {10, 12, 30}, 5);
    assertEquals(2, header.sessions.count());
    header.sessions.setEmitted(1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    header.write(new DataOutputStream(bytes));
    KeyHeader read = read(bytes.toByteArray());
    assertEquals(1, read.next);
    assertEquals(-2, read.timer);
    assertEquals(3, read.rowsSeen);
    assertEquals(4, read.emittedAtNext);
    assertEquals(5, read.expires);
    assertEquals(6, read.lastSeen);
    assertEquals(0, read.emittedUpTo);
    assertEquals(12, read.sessions.last(0));
    assertEquals(30, read.sessions.first(1));
    assertFalse(read.sessions.isEmitted(0));
    assertTrue(read.sessions.isEmitted(1));
  }

  private static KeyHeader read(byte[] bytes) throws IOException {
    KeyHeader header = new KeyHeader();
    header.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    return header;
  }
}
