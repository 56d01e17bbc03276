package dev.finestra.internal.window.fifo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.window.catalog.Catalog;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots of windows that keep no entries, forged with a correct checksum. */
class OwnSnapshotTest {
  private static final Aggregation<Long> AFFINE =
      TestAggregation.AFFINE.aggregation(true, new Probe());

  private static SlidingWindow<Long> filled(String algorithm) {
    SlidingWindow<Long> window = Catalog.create(algorithm, AFFINE);
    for (long time = 0; time < 40; time++) {
      window.insert(time / 3, time);
      if (time % 4 == 3) {
        window.evict(window.oldest());
      }
    }
    return window;
  }

  private static byte[] forged(byte[] snapshot, int at, int bits) {
    byte[] bytes = snapshot.clone();
    bytes[at] ^= (byte) bits;
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"two_stacks_lite", "daba_lite"})
  void shouldRejectOrSurviveAnyForgedByte(String algorithm) {
    byte[] snapshot = filled(algorithm).snapshot();
    int refused = 0;
    int forgeries = 0;
    for (int at = 0; at < snapshot.length - 4; at++) {
      for (int bits : new int[] {1, 0x40, 0x80, 0xff}) {
        SlidingWindow<Long> window = Catalog.create(algorithm, AFFINE);
        forgeries++;
        try {
          window.restore(forged(snapshot, at, bits));
        } catch (IllegalArgumentException damaged) {
          refused++;
          assertTrue(window.isEmpty(), "a rejected snapshot changed the window");
          continue;
        }
        bear(window);
      }
    }
    assertTrue(refused > forgeries / 10, "only " + refused + " of " + forgeries + " were refused");
  }

  /** The structure must be usable, whatever its values are. */
  private static void bear(SlidingWindow<Long> window) {
    if (!window.isEmpty()) {
      window.query();
      long youngest = window.youngest();
      window.insert(youngest, 1L);
      window.evict(window.oldest());
      window.bulkEvict(youngest);
    }
    assertEquals(0, window.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"two_stacks_lite", "daba_lite"})
  void shouldRefuseAnotherAlgorithm(String algorithm) {
    byte[] snapshot = filled(algorithm).snapshot();
    SlidingWindow<Long> window = Catalog.create("b_fiba4", AFFINE);
    String said =
        assertThrows(IllegalArgumentException.class, () -> window.restore(snapshot)).getMessage();
    assertTrue(said.contains(algorithm), said);
  }
}
