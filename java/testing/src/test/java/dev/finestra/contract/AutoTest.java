package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.WindowOptions;
import dev.finestra.WindowOptions.Order;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.testing.Contract;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code auto} begins with an in-order algorithm and changes to a tree when it must. The contract
 * suite runs it like any other.
 */
class AutoTest {
  private static SlidingWindow<String> filled(WindowOptions options) {
    SlidingWindow<String> window =
        SlidingWindows.of(
            "auto",
            TestAggregation.TEXT.make().apply(Set.of(Property.FIXED_SIZE), new Probe()),
            options);
    for (int i = 1; i <= 100; i++) {
      window.insert(10 * i, i);
    }
    window.bulkEvict(10 * 97);
    return window;
  }

  private static boolean isOnTree(SlidingWindow<?> window) {
    return window.algorithm().paper().contains("b_fiba");
  }

  @Test
  void shouldBeginInOrder() {
    SlidingWindow<String> window = filled(WindowOptions.NONE);
    assertEquals("auto", window.algorithm().name());
    assertFalse(isOnTree(window), window.algorithm().paper());
    assertEquals("98,99,100,", window.query());
  }

  @Test
  void shouldTakeAnInverse() {
    assertTrue(paperOf("sum").contains("subtract_on_evict"), paperOf("sum"));
    assertTrue(paperOf("max").contains("daba"), paperOf("max"));
  }

  /** A queue of 20,000 entries would hold 10⁸ values. */
  @Test
  void shouldUseATreeIfAggregatesGrow() {
    for (String aggregation : List.of("collect", "count_distinct", "tuple(max,collect_distinct)")) {
      for (Order order : Order.values()) {
        WindowOptions options = new WindowOptions(order, true, false, false, false, Set.of());
        SlidingWindow<?> window =
            SlidingWindows.of("auto", Aggregations.of(aggregation, ValueType.LONG), options);
        assertTrue(isOnTree(window), aggregation + " " + window.algorithm().paper());
      }
    }
  }

  @Test
  void shouldSwitchToTheAlgorithmOfASnapshot() {
    WindowOptions bulks = WindowOptions.NONE.inOrder().withBulks();
    for (WindowOptions was : List.of(WindowOptions.NONE, WindowOptions.NONE.inOrder(), bulks)) {
      byte[] snapshot = filled(was).snapshot();
      for (WindowOptions now : List.of(WindowOptions.NONE, WindowOptions.NONE.inOrder(), bulks)) {
        SlidingWindow<String> window = filled(now);
        window.insert(1001, 7L);
        if (was.order() == Order.IN_ORDER && now.order() != Order.IN_ORDER) {
          String message =
              Contract.throwing(IllegalArgumentException.class, () -> window.restore(snapshot))
                  .getMessage();
          assertTrue(message.contains("inOrder()"), message);
          assertEquals("98,99,100,7,", window.query());
          continue;
        }
        window.restore(snapshot);
        window.checkInvariants();
        window.insert(1002, 8L);
        window.bulkEvict(980);
        assertEquals("99,100,8,", window.query());
      }
    }
  }

  private static String paperOf(String aggregation) {
    return SlidingWindows.of("auto", aggregation).algorithm().paper();
  }

  @Test
  void shouldMoveWithAllEntriesWhenAskedForMore() {
    check(w -> w.insert(985, 7L), "98,7,99,100,");
    check(w -> w.bulkInsert(new long[] {975, 1001}, new long[] {7, 8}, 0, 2), "7,98,99,100,8,");
    check(w -> assertTrue(w.evict(990)), "98,100,");
    check(w -> assertTrue(w.evict(1000)), "98,99,");
    check(w -> assertEquals("99,100,", w.query(981, 1000)), "98,99,100,");
  }

  private static void check(Consumer<SlidingWindow<String>> action, String then) {
    SlidingWindow<String> window = filled(WindowOptions.NONE);
    action.accept(window);
    window.checkInvariants();
    assertTrue(isOnTree(window), window.algorithm().paper());
    assertEquals(then, window.query());
    assertEquals(then.length() - then.replace(",", "").length(), window.size());
  }

  @Test
  void shouldKeepItsAlgorithmWhenItCan() {
    SlidingWindow<String> window = filled(WindowOptions.NONE);
    assertFalse(window.evict(5));
    assertFalse(window.evict(985));
    assertTrue(window.evict(980));
    window.insert(1000, 5L);
    window.bulkInsert(new long[] {1000, 1001}, new long[] {6, 7}, 0, 2);
    assertEquals("99,100,5,6,7,", window.query());
    assertFalse(isOnTree(window), window.algorithm().paper());
  }

  @Test
  void shouldRejectOperationsAgainstTheDeclaredUse() {
    SlidingWindow<String> window = filled(WindowOptions.NONE.inOrder());
    Contract.throwing(UnsupportedOperationException.class, () -> window.insert(985, 7L));
    assertFalse(window.algorithm().is(Trait.OUT_OF_ORDER));
    assertEquals("98,99,100,", window.query());
  }

  @Test
  void shouldSupportTheDeclaredUseFromTheStart() {
    Aggregation<?> max = Aggregations.of("max", ValueType.LONG);
    for (boolean bulks : List.of(false, true)) {
      for (Order order : Order.values()) {
        for (boolean ranges : List.of(false, true)) {
          for (boolean entries : List.of(false, true)) {
            WindowOptions options =
                new WindowOptions(order, bulks, ranges, entries, false, Set.of());
            Algorithm algorithm = SlidingWindows.of("auto", max, options).algorithm();
            assertTrue(
                algorithm.traits().containsAll(options.needed()), options + ": " + algorithm);
          }
        }
      }
    }
  }

  @Test
  void shouldRejectAlgorithmsThatCannotServeTheDeclaredUse() {
    Aggregation<?> max = Aggregations.of("max", ValueType.LONG);
    List<Algorithm> inOrder =
        Stream.concat(
                SlidingWindows.algorithms().stream(),
                Stream.of(SlidingWindows.algorithm("recalculate")))
            .filter(a -> !a.is(Trait.OUT_OF_ORDER) && SlidingWindows.fits(a.name(), max))
            .toList();
    assertFalse(inOrder.isEmpty());
    for (Algorithm algorithm : inOrder) {
      String message =
          Contract.throwing(
                  IllegalArgumentException.class,
                  () -> SlidingWindows.of(algorithm.name(), max, WindowOptions.NONE.outOfOrder()))
              .getMessage();
      assertTrue(message.contains("b_fiba4"), message);
      SlidingWindows.of(
          "reorder(" + algorithm.name() + ",10)", max, WindowOptions.NONE.outOfOrder());
    }
  }

  @Test
  void shouldStandForTheBestArity() {
    assertTrue(SlidingWindows.of("fiba", "sum").algorithm().name().matches("b_fiba[0-9]+"));
    assertTrue(SlidingWindows.algorithm("fiba").name().matches("b_fiba[0-9]+"));
  }
}
