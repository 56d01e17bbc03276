package dev.finestra.internal.aggregation.decimals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.base.Int128;
import dev.finestra.testing.Trials;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sums of decimals equal those of {@link BigInteger}, or throw if they need more than 128 bits. */
class SumOfDecimalsTest {
  private static final int MOST_DIGITS = 38;

  private final SumOfDecimals sum = new SumOfDecimals(ValueType.STRING);

  @Test
  void shouldBeExactOrThrow() {
    Trials.run(1_000, 100_000, "sums and differences of decimals", (seed, only) -> compare(seed));
  }

  private void compare(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] words = new long[2];
    BigInteger expected = BigInteger.ZERO;
    for (int i = 0; i < 20; i++) {
      BigInteger digits = digits(random);
      long[] lifted = new long[2];
      sum.lift(DecimalDigits.text(digits), lifted, 0);
      boolean isAdded = random.nextBoolean();
      expected = isAdded ? expected.add(digits) : expected.subtract(digits);
      if (expected.bitLength() > Long.SIZE * 2 - 1) {
        String message =
            assertThrows(ArithmeticException.class, () -> change(isAdded, lifted, words))
                .getMessage();
        assertTrue(message.contains("more than the 38 digits of a DECIMAL"), message);
        return;
      }
      change(isAdded, lifted, words);
      assertEquals(expected, Int128.toBigInteger(words, 0));
    }
  }

  private void change(boolean isAdded, long[] lifted, long[] words) {
    if (isAdded) {
      sum.combine(words, 0, lifted, 0, words, 0);
    } else {
      sum.uncombine(words, 0, lifted, 0, words, 0);
    }
  }

  private static BigInteger digits(SplittableRandom random) {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    for (int i = random.nextInt(4) == 0 ? MOST_DIGITS : 1 + random.nextInt(MOST_DIGITS);
        i > 0;
        i--) {
      text.append(random.nextInt(10));
    }
    return new BigInteger(text.toString());
  }
}
