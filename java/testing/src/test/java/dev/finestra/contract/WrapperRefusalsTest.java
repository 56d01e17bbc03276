package dev.finestra.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import org.junit.jupiter.api.Test;

/** Exceptions of wrapping windows, and the names in them. */
class WrapperRefusalsTest {
  /** The message names the outer window, as the user did, and alternatives. */
  @Test
  void shouldNameTheOuterWindowInErrors() {
    SlidingWindow<Object> sliced = SlidingWindows.of("slicing(daba_lite,2)", "max");
    sliced.bulkInsert(new long[] {10, 20}, new long[] {1, 2}, 0, 2);
    assertEquals(
        "slicing(daba_lite,2) cannot insert 8 before its youngest time 20; these can: "
            + any()
            + ", and slicing(reorder(daba_lite,bound),2) down to a bound",
        assertThrows(UnsupportedOperationException.class, () -> sliced.insert(9, 1L)).getMessage());
    assertEquals(
        "slicing(daba_lite,2) cannot evict 20, which is not its oldest time 10; these can: "
            + any(),
        assertThrows(UnsupportedOperationException.class, () -> sliced.evict(20)).getMessage());

    SlidingWindow<Object> buffered =
        SlidingWindows.of("slicing(reorder(reorder(daba_lite,5),5),2)", "max");
    buffered.bulkInsert(new long[] {10, 20, 40, 60}, new long[] {1, 2, 3, 4}, 0, 4);
    assertEquals(
        "slicing(reorder(reorder(daba_lite,5),5),2) cannot evict 20, which is not its oldest time"
            + " 10; these can: "
            + any(),
        assertThrows(UnsupportedOperationException.class, () -> buffered.evict(20)).getMessage());
    assertEquals(
        "slicing(reorder(reorder(daba_lite,5),5),2) cannot insert 20, which is more than 5 before"
            + " 60; these can: "
            + any()
            + ", and a larger bound",
        assertThrows(UnsupportedOperationException.class, () -> buffered.insert(20, 1L))
            .getMessage());
  }

  private static String any() {
    return String.join(
        ", ",
        SlidingWindows.algorithms().stream()
            .filter(a -> a.is(Trait.OUT_OF_ORDER))
            .map(Algorithm::name)
            .toList());
  }
}
