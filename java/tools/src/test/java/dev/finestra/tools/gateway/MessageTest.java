package dev.finestra.tools.gateway;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A message is read as the value that was written, and damaged messages are rejected. */
final class MessageTest {
  private static final Object[] VALUES = {
    null, true, false, Long.MIN_VALUE, -0.0, Double.NaN, "µ\n", new Object[] {1L, null, "a"}
  };

  @Test
  void shouldReadTheWrittenValue() {
    assertArrayEquals(VALUES, (Object[]) Message.value(Message.of(VALUES)));
    assertArrayEquals(new byte[] {1, 2}, (byte[]) Message.value(Message.of(new byte[] {1, 2})));
  }

  @Test
  void shouldWriteCollectionsMapsAndArrays() {
    assertArrayEquals(Message.of(new Object[] {1L, 2L}), Message.of(List.of(1L, 2L)));
    assertArrayEquals(Message.of(new Object[] {1L, 2L}), Message.of(new long[] {1, 2}));
    byte[] map = Message.of(Map.of("a", 1L));
    assertEquals('m', map[0]);
    assertEquals(1 + 4 + (1 + 4 + 1) + (1 + 8), map.length);
  }

  @Test
  void shouldRefuseEveryCutAndSurviveEveryFlip() {
    byte[] whole = Message.of(VALUES);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(IllegalArgumentException.class, () -> Message.value(cut));
    }
    int refused = 0;
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        Message.value(flipped);
      } catch (IllegalArgumentException damaged) {
        refused++;
      }
    }
    assertTrue(refused > 0);
  }

  @Test
  void shouldRefuseABulkThatIsNoPairOfLists() {
    RemoteWindow window = RemoteWindow.of("fiba", "max", "long");
    assertThrows(
        IllegalArgumentException.class, () -> window.bulkInsertNumbers(new byte[Long.BYTES]));
    assertEquals(0, window.size());
  }
}
