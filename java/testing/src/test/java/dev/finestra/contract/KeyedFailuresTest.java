package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindows;
import dev.finestra.WindowClosedException;
import dev.finestra.WindowOptions;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** If code throws or input is bad, keyed windows stay unchanged or close. */
class KeyedFailuresTest {
  @Test
  void shouldCloseWhenUserCodeThrowsInAChangeAndOnlyThen() {
    Probe probe = new Probe();
    KeyedWindows<String, String> windows =
        SlidingWindows.keyed(
            "b_fiba4", TestAggregation.TEXT.aggregation(false, probe), WindowOptions.NONE);
    for (int i = 1; i <= 40; i++) {
      windows.insert("large", i, (long) i);
      windows.insert("small", i % 8, (long) i);
    }
    String before = windows.query("small");
    for (String key : List.of("large", "small", "new")) {
      probe.failLiftAfter(0);
      Contract.throwing(Probe.Planted.class, () -> windows.insert(key, 5, 1L));
      probe.failLiftAfter(2);
      long[] bulk = {5, 5, 6};
      Contract.throwing(Probe.Planted.class, () -> windows.bulkInsert(key, bulk, bulk, 0, 3));
    }
    probe.failCombineAfter(0);
    Contract.throwing(Probe.Planted.class, () -> windows.query("small"));
    windows.checkInvariants();
    assertEquals(before, windows.query("small"));
    assertEquals(2, windows.keys());
    probe.failCombineAfter(0);
    Contract.throwing(Probe.Planted.class, () -> windows.insert("small", 5, 1L));
    Contract.throwing(WindowClosedException.class, () -> windows.query("large"));
    Contract.throwing(WindowClosedException.class, () -> windows.insert("large", 99, 1L));
    Contract.throwing(WindowClosedException.class, () -> windows.bulkEvict(99));
  }

  @Test
  void shouldStayAsTheyWereWhenTheLastOfALargeBulkDoesNotFit() {
    KeyedWindows<String, Long> windows =
        SlidingWindows.keyed(
            "b_fiba4", TestAggregation.SUM.aggregation(false, new Probe()), WindowOptions.NONE);
    windows.insert("other", 1, 5L);
    Object[] values = new Object[40_000];
    long[] times = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      times[i] = i;
      values[i] = i < values.length - 1 ? i : "ten";
    }
    Contract.throwing(
        RuntimeException.class, () -> windows.bulkInsert("large", times, values, 0, values.length));
    windows.checkInvariants();
    assertEquals(5L, windows.query("other"));
    assertEquals(1, windows.keys());
  }

  /**
   * If a function throws for a key with its own window, all windows close, in every kind of insert.
   */
  @Test
  void shouldCloseWithTheWindowOfALargeKey() {
    long[] times = {5, 6};
    List<Consumer<KeyedWindows<String, Long>>> inserts =
        List.of(
            windows -> windows.insert("large", 5, 1L),
            windows -> windows.insert("large", 5, 1.0),
            windows -> windows.insert("large", 5, (Object) 1L),
            windows -> windows.bulkInsert("large", times, new long[2], 0, 2),
            windows -> windows.bulkInsert("large", times, new double[2], 0, 2),
            windows -> windows.bulkInsert("large", times, new Object[] {1L, 2L}, 0, 2));
    for (Consumer<KeyedWindows<String, Long>> insert : inserts) {
      Probe probe = new Probe();
      KeyedWindows<String, Long> windows =
          SlidingWindows.keyed(
              "b_fiba4", TestAggregation.HASH.aggregation(false, probe), WindowOptions.NONE);
      windows.insert("small", 1, 1L);
      for (int i = 1; i <= 40; i++) {
        windows.insert("large", i, (long) i);
      }
      probe.failCombineAfter(0);
      Contract.throwing(Probe.Planted.class, () -> insert.accept(windows));
      Contract.throwing(WindowClosedException.class, () -> windows.query("large"));
      Contract.throwing(WindowClosedException.class, () -> windows.query("small"));
    }
  }

  @Test
  void shouldNameTheArrayThatIsMissing() {
    KeyedWindows<String, Object> windows = SlidingWindows.keyed("b_fiba4", "sum_wrapping");
    List<Runnable> inserts =
        List.of(
            () -> windows.bulkInsert("a", new long[1], (long[]) null, 0, 1),
            () -> windows.bulkInsert("a", new long[1], (double[]) null, 0, 1),
            () -> windows.bulkInsert("a", new long[1], (Object[]) null, 0, 1),
            () -> windows.bulkInsert("a", null, new long[1], 0, 1),
            () -> windows.bulkInsert("a", null, new double[1], 0, 1),
            () -> windows.bulkInsert("a", null, new Object[1], 0, 1));
    for (int i = 0; i < inserts.size(); i++) {
      String message = Contract.throwing(NullPointerException.class, inserts.get(i)).getMessage();
      assertTrue(message.contains(i < 3 ? "values" : "times"), message);
    }
    assertEquals(0, windows.keys());
  }

  @Test
  void shouldGiveBackTheWindowThatABulkDidNotNeed() {
    long[] times = new long[1_000];
    KeyedWindows<String, Object> windows = SlidingWindows.keyed("b_fiba4", "sum_wrapping");
    windows.insert("one", 0, 1L);
    long small = windows.bytes();
    windows.bulkInsert("longs", times, new long[1_000], 0, 1_000);
    windows.bulkInsert("nothing", times, new Object[1_000], 0, 1_000);
    assertEquals(2, windows.keys());
    assertTrue(windows.bytes() < small + 300, small + " bytes, then " + windows.bytes());
    KeyedWindows<String, Object> doubles = SlidingWindows.keyed("b_fiba4", "sum", ValueType.DOUBLE);
    doubles.insert("one", 0, 1.0);
    small = doubles.bytes();
    doubles.bulkInsert("many", times, new double[1_000], 0, 1_000);
    assertTrue(doubles.bytes() < small + 300, small + " bytes, then " + doubles.bytes());
  }

  @Test
  void shouldRefuseBadInputAndStayAsItWas() {
    KeyedWindows<String, Object> windows = SlidingWindows.keyed("b_fiba4", "sum_wrapping");
    windows.insert("a", 1, 2L);
    Contract.throwing(IllegalArgumentException.class, () -> windows.insert("a", 2, 2.5));
    Contract.throwing(IllegalArgumentException.class, () -> windows.insert("b", 2, "text"));
    Contract.throwing(NullPointerException.class, () -> windows.insert(null, 2, 2L));
    Contract.throwing(
        IllegalArgumentException.class,
        () -> windows.bulkInsert("a", new long[] {2, 1}, new long[2], 0, 2));
    Contract.throwing(
        IndexOutOfBoundsException.class,
        () -> windows.bulkInsert("a", new long[2], new long[1], 0, 2));
    windows.checkInvariants();
    assertEquals(2L, windows.query("a"));
    assertEquals(1, windows.keys());
    assertFalse(windows.contains("b"));
  }

  @Test
  void shouldRefuseDamagedSnapshotsAndStayAsItWas() {
    KeyedWindows<String, Object> windows = SlidingWindows.keyed("daba_lite", "max");
    for (int i = 0; i < 100; i++) {
      windows.insert("many", i, i);
      windows.insert("key" + i % 10, i, i);
    }
    byte[] snapshot = windows.snapshot(KeyCodec.TEXT);
    KeyedWindows<String, Object> other = SlidingWindows.keyed("daba_lite", "max");
    other.insert("kept", 1, 7L);
    for (int bit = 0; bit < 8 * snapshot.length; bit++) {
      byte[] damaged = snapshot.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Contract.throwing(
          IllegalArgumentException.class, () -> other.restore(damaged, KeyCodec.TEXT));
    }
    Contract.throwing(
        IllegalArgumentException.class,
        () -> other.restore(SlidingWindows.of("daba_lite", "max").snapshot(), KeyCodec.TEXT));
    Contract.throwing(
        IllegalArgumentException.class,
        () -> SlidingWindows.of("daba_lite", "max").restore(snapshot));
    assertEquals(7L, other.query("kept"));
    assertEquals(1, other.keys());
    other.restore(snapshot, KeyCodec.TEXT);
    assertEquals(11, other.keys());
    assertEquals(99L, other.query("many"));
  }
}
