package dev.finestra.contract;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.internal.name.Name;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.Supplier;

/**
 * Any name either makes a window that works or is rejected with a message. No other exception is
 * thrown, and nothing hangs.
 */
class NameFuzzTest {
  /** Limit of the thread's CPU time; the first names load all classes. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The least length of a message, which excludes bare class names and numbers. */
  private static final int SHORTEST = 12;

  /** Parts of names for the fuzzer to begin with. */
  private static final String[] PIECES = {
    "b_fiba",
    "nb_fiba4",
    "btree",
    "fiba",
    "daba_lite",
    "two_stacks",
    "subwindow(",
    "slicing(",
    "reorder(",
    "auto",
    "recalculate",
    "tuple(",
    "sum",
    "max",
    "top_k(",
    "collect(",
    "histogram(",
    "quantile(",
    "mean",
    "concat(",
    "count_distinct(",
    "(",
    ")",
    ",",
    " ",
    "-",
    "1",
    "0.5",
    "1e9",
    "2",
    "64",
    "NaN",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999"
  };

  @FuzzTest(maxDuration = "30m")
  void shouldMakeAWindowOrRefuseAnyName(FuzzedDataProvider data) {
    ValueType input = data.pickValue(ValueType.values());
    boolean free = data.consumeBoolean();
    String algorithm = free ? data.consumeString(60) : pieces(data);
    String aggregation = data.consumeBoolean() ? data.consumeRemainingAsString() : pieces(data);
    long start = THREADS.getCurrentThreadCpuTime();
    Name name = taken(() -> Name.parse(aggregation));
    if (name != null && !Name.parse(name.toString()).equals(name)) {
      throw new AssertionError("'" + name + "' is read as another name");
    }
    taken(() -> Name.parse(algorithm));
    for (String known : List.of("recalculate", "b_fiba4")) {
      use(taken(() -> SlidingWindows.of(known, aggregation, input)));
    }
    use(taken(() -> SlidingWindows.of(algorithm, "count", input)));
    use(taken(() -> SlidingWindows.of(algorithm, aggregation, input)));
    if (THREADS.getCurrentThreadCpuTime() - start > PATIENCE_NANOS) {
      throw new AssertionError("'" + algorithm + "', '" + aggregation + "' took very long");
    }
  }

  private static String pieces(FuzzedDataProvider data) {
    StringBuilder name = new StringBuilder();
    for (int i = data.consumeInt(1, 12); i > 0; i--) {
      name.append(data.pickValue(PIECES));
    }
    return name.toString();
  }

  private static <T> T taken(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException refused) {
      String sentence = refused.getMessage();
      if (sentence == null || sentence.length() < SHORTEST || sentence.indexOf(' ') < 0) {
        throw new AssertionError("no sentence: " + sentence, refused);
      }
      return null;
    }
  }

  /** A window made by a name is empty, answers queries, and can be written. */
  private static void use(SlidingWindow<?> window) {
    if (window != null) {
      window.query();
      window.restore(window.snapshot());
      window.checkInvariants();
      if (!window.isEmpty()) {
        throw new AssertionError(window.algorithm().name() + " is not empty when it is made");
      }
    }
  }
}
