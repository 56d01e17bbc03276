package dev.finestra.internal.aggregation.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.aggregation.base.SizeLimits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Aggregations that grow fail at a limit. */
class SizeLimitsTest {
  @Test
  void shouldRefuseMoreThanTheLimit() {
    Object[] half = new Object[SizeLimits.VALUES / 2 + 1];
    Arrays.setAll(half, i -> (long) i);
    Rope rope = Rope.of(half.length, half);
    Collect collect = new Collect(ValueType.LONG);
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> collect.combine(rope, rope));
    assertEquals(
        "At most 1000000 values fit into collect; this window has 1000002.", refused.getMessage());
    Distinct.OfNumbers distinct = new Distinct.OfNumbers(true, ValueType.LONG);
    LongSet all = distinct.accumulator();
    for (long i = 0; i < SizeLimits.VALUES; i++) {
      all = distinct.combineInto(all, distinct.lift(i));
    }
    LongSet full = all;
    assertEquals(
        (long) SizeLimits.VALUES, distinct.lower(distinct.combine(full, distinct.lift(5))));
    assertThrows(IllegalStateException.class, () -> distinct.combine(full, distinct.lift(-1)));
    String message =
        assertThrows(
                IllegalStateException.class, () -> distinct.combineInto(full, distinct.lift(-1)))
            .getMessage();
    assertTrue(message.endsWith("Use theta or hll to estimate any number."), message);
  }
}
