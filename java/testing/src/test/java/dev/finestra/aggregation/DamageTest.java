package dev.finestra.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.finestra.testing.Trials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A damaged partial result is either rejected or read as another valid one. */
class DamageTest {
  private static List<ObjectAggregation<?, ?>> objects() {
    return LawsTest.all().stream()
        .filter(a -> a instanceof ObjectAggregation)
        .<ObjectAggregation<?, ?>>map(a -> (ObjectAggregation<?, ?>) a)
        .toList();
  }

  @Test
  void shouldRefuseDamageOrReadSomethingSound() {
    List<ObjectAggregation<?, ?>> all = objects();
    Trials.run(
        100,
        2_000,
        "times 40 damages of each of " + all.size() + " aggregations",
        (seed, only) -> all.forEach(f -> damage(f, new SplittableRandom(seed))));
  }

  private static <S> void damage(ObjectAggregation<S, ?> f, SplittableRandom random) {
    S state = f.identity();
    for (Object value : new Samples(random, f).list(8)) {
      state = f.combine(state, f.lift(value));
    }
    byte[] whole = bytes(f, state);
    for (int i = 0; i < 40; i++) {
      byte[] bytes = Arrays.copyOf(whole, i % 4 == 0 ? random.nextInt(whole.length) : whole.length);
      if (i % 4 > 0) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        S read = f.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        assertEquals(whole.length, bytes.length, f.name() + " was accepted though cut");
        f.lower(f.combine(read, state));
        bytes(f, read);
      } catch (IOException refused) {
        // expected
      } catch (ArithmeticException | IllegalStateException tooMuch) {
        // the damage made a sum or a size exceed its limit
      }
    }
  }

  private static <S> byte[] bytes(ObjectAggregation<S, ?> f, S state) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      f.write(state, new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * Damaged lengths must not allocate memory; these lengths are far larger than the bytes that
   * follow.
   */
  @Test
  void shouldTakeNoMemoryForAClaim() {
    for (ObjectAggregation<?, ?> f : objects()) {
      for (int claim : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 999_999}) {
        byte[] bytes = new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        for (int at = 0; at <= 12; at++) {
          byte[] claiming = bytes.clone();
          for (int i = 0; i < 4; i++) {
            claiming[at + i] = (byte) (claim >>> (24 - 8 * i));
          }
          if (at == 0 && (f.name().equals("collect") || f.name().equals("concat"))) {
            assertThrows(IOException.class, () -> read(f, claiming), f.name());
          }
          try {
            read(f, claiming);
          } catch (IOException refused) {
            // expected if these bytes are read as a length
          }
        }
      }
    }
  }

  private static <S> S read(ObjectAggregation<S, ?> f, byte[] bytes) throws IOException {
    return f.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }
}
