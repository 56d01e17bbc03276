package dev.finestra;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpecializerTest {
  private static final int MORE_THAN_HAVE_COPIES = 100;

  @Test
  void shouldNotCopyClassesAgainAndAgainForTooManyAggregations() {
    Set<Class<?>> classes = new HashSet<>(all());
    classes.addAll(all());
    assertTrue(classes.size() < MORE_THAN_HAVE_COPIES, classes.size() + " copies");
  }

  private static List<Class<?>> all() {
    return IntStream.rangeClosed(1, MORE_THAN_HAVE_COPIES).<Class<?>>mapToObj(k -> top(k)).toList();
  }

  private static Class<?> top(int k) {
    return SlidingWindows.of("two_stacks", Aggregations.of("top_k(" + k + ")", ValueType.LONG))
        .getClass();
  }
}
