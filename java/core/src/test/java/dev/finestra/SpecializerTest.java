package dev.finestra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpecializerTest {
  private static final int MORE_THAN_HAVE_COPIES = 100;

  @Test
  void shouldGiveAggregationsClassesOfTheirOwn() {
    assertNotSame(Finestra.class.getClassLoader(), top(1).getClassLoader());
    assertEquals(top(1), top(1));
  }

  @Test
  void shouldNotCopyClassesAgainAndAgainForTooManyAggregations() {
    List<Class<?>> once = all();
    assertEquals(once, all());
    assertTrue(new HashSet<>(once).size() < MORE_THAN_HAVE_COPIES);
  }

  private static List<Class<?>> all() {
    return IntStream.rangeClosed(1, MORE_THAN_HAVE_COPIES).<Class<?>>mapToObj(k -> top(k)).toList();
  }

  private static Class<?> top(int k) {
    return Finestra.window("two_stacks", Aggregations.of("top_k(" + k + ")", ValueType.LONG))
        .getClass();
  }
}
