package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.finestra.Finestra;
import dev.finestra.WindowClosedException;
import dev.finestra.WindowOptions;
import dev.finestra.keyed.KeyCodec;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Probe;
import dev.finestra.testing.TestAggregation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows by key stay as they were, or close, when code throws or input is bad. */
class KeyedFailuresTest {
  @Test
  void shouldCloseWhenUserCodeThrowsInAChangeAndOnlyThen() {
    Probe probe = new Probe();
    KeyedWindows<String, String> windows =
        Finestra.keyed(
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
  void shouldRefuseBadInputAndStayAsItWas() {
    KeyedWindows<String, Object> windows = Finestra.keyed("b_fiba4", "sum_wrapping");
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
    KeyedWindows<String, Object> windows = Finestra.keyed("daba_lite", "max");
    for (int i = 0; i < 100; i++) {
      windows.insert("many", i, i);
      windows.insert("key" + i % 10, i, i);
    }
    byte[] snapshot = windows.snapshot(KeyCodec.TEXT);
    KeyedWindows<String, Object> other = Finestra.keyed("daba_lite", "max");
    other.insert("kept", 1, 7L);
    for (int bit = 0; bit < 8 * snapshot.length; bit++) {
      byte[] damaged = snapshot.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Contract.throwing(
          IllegalArgumentException.class, () -> other.restore(damaged, KeyCodec.TEXT));
    }
    Contract.throwing(
        IllegalArgumentException.class,
        () -> other.restore(Finestra.window("daba_lite", "max").snapshot(), KeyCodec.TEXT));
    Contract.throwing(
        IllegalArgumentException.class,
        () -> Finestra.window("daba_lite", "max").restore(snapshot));
    assertEquals(7L, other.query("kept"));
    assertEquals(1, other.keys());
    other.restore(snapshot, KeyCodec.TEXT);
    assertEquals(11, other.keys());
    assertEquals(99L, other.query("many"));
  }
}
