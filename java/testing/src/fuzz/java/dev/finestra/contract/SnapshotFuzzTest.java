package dev.finestra.contract;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.testing.Contract;
import dev.finestra.testing.Forgery;
import dev.finestra.testing.Subjects;
import dev.finestra.testing.monoid.Probe;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.Arrays;
import java.util.List;

/**
 * A restore either rejects any bytes with a message and leaves the window unchanged, or accepts all
 * of them. The checksum is corrected, so that the fuzzer gets past it.
 */
class SnapshotFuzzTest {
  private static final List<TestAggregation<?>> KINDS =
      List.of(TestAggregation.AFFINE, TestAggregation.MATRIX, TestAggregation.TEXT);

  @FuzzTest(maxDuration = "30m")
  void shouldRefuseOrTakeAnyContent(FuzzedDataProvider data) {
    String algorithm =
        data.pickValue(Subjects.usual().stream().map(a -> a.name()).toArray(String[]::new));
    TestAggregation<?> kind = data.pickValue(KINDS.toArray(TestAggregation<?>[]::new));
    int header = data.consumeInt(0, 40);
    restore(algorithm, kind, header, data.consumeRemainingAsBytes());
  }

  /**
   * An accepted snapshot gives the result of its own entries. Numbers that no value makes may break
   * the laws.
   */
  private static <O> void compare(SlidingWindow<O> window) {
    window.checkInvariants();
    StringBuilder all = new StringBuilder();
    Contract.entries(window).values().forEach(all::append);
    if (!all.toString().equals(window.query())) {
      throw new AssertionError(window.query() + " is not " + all);
    }
  }

  private static <O> void restore(
      String algorithm, TestAggregation<O> kind, int header, byte[] content) {
    SlidingWindow<O> window = Subjects.window(algorithm, kind.aggregation(true, new Probe()));
    for (int i = 0; i < 5; i++) {
      window.insert(i, (long) i);
    }
    window.bulkEvict(1);
    byte[] own = window.snapshot();
    byte[] bytes = Arrays.copyOf(own, Math.min(header, own.length) + content.length + 4);
    System.arraycopy(content, 0, bytes, bytes.length - 4 - content.length, content.length);
    O before = window.query();
    try {
      window.restore(Forgery.sealed(bytes));
      if (kind == TestAggregation.TEXT && window.algorithm().is(Trait.KEEPS_ENTRIES)) {
        compare(window);
      }
      window.insert(Long.MAX_VALUE, 1L);
      window.bulkEvict(Long.MAX_VALUE);
      if (!window.isEmpty()) {
        throw new AssertionError("something is left after everything was evicted");
      }
    } catch (IllegalArgumentException refused) {
      if (refused.getMessage().indexOf(' ') < 0) {
        throw new AssertionError("no sentence: " + refused.getMessage(), refused);
      }
      window.checkInvariants();
      if (window.size() != 3 || !before.equals(window.query())) {
        throw new AssertionError("a refusal changed the window", refused);
      }
    }
  }
}
