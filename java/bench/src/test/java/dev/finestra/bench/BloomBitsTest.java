package dev.finestra.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BloomBitsTest {
  private final BloomBits bloom = new BloomBits(4096);

  @Test
  void shouldSetAtMostFourBits() {
    long seed = Long.getLong("finestra.seed", System.nanoTime());
    Random random = new Random(seed);
    int set = 0;
    for (int i = 0; i < 1000; i++) {
      long[] state = new long[70];
      Arrays.fill(state, -1);
      bloom.lift(random.nextLong(), state, 3);
      assertEquals(-1, state[2], "seed " + seed);
      assertEquals(-1, state[67], "seed " + seed);
      int bits = Arrays.stream(state, 3, 67).map(Long::bitCount).mapToInt(b -> (int) b).sum();
      assertTrue(bits >= 1 && bits <= 4, "seed " + seed);
      set += bits;
    }
    assertTrue(set > 3900, "hashes fall on one another, seed " + seed);
  }

  @Test
  void shouldCombineIntoEitherArgument() {
    long[] state = new long[3 * 64];
    bloom.lift(1, state, 0);
    bloom.lift(2, state, 64);
    bloom.combine(state, 0, state, 64, state, 128);
    long[] both = Arrays.copyOfRange(state, 128, 192);
    for (int i = 0; i < 64; i++) {
      assertEquals(state[i] | state[64 + i], both[i]);
    }
    bloom.combine(state, 0, state, 64, state, 0);
    assertArrayEquals(both, Arrays.copyOf(state, 64));
    bloom.combine(state, 128, state, 64, state, 64);
    assertArrayEquals(both, Arrays.copyOfRange(state, 64, 128));
  }

  @Test
  void shouldRefuseBitsThatAreNoPowerOfTwo() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Monoids.of("bloom_bits(100)"));
    assertEquals(
        "bloom_bits(100): the number of bits must be a power of two, at least 64",
        refused.getMessage());
  }
}
