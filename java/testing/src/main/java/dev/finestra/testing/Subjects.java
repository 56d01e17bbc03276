package dev.finestra.testing;

import dev.finestra.Algorithm;
import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindow;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.testing.monoid.TestAggregation;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The algorithms to test: the whole catalog, so that a new one is tested at once. */
public final class Subjects {
  private static final List<Algorithm> USUAL = SlidingWindows.algorithms();
  private static final List<Algorithm> ALL =
      USUAL.stream().flatMap(Subjects::arities).distinct().toList();
  private static final List<Algorithm> CHOSEN =
      ALL.stream()
          .filter(a -> a.name().matches(System.getProperty("finestra.only", ".*")))
          .toList();

  private Subjects() {}

  /** Every algorithm; trees with arities 2 to 8 and with their default arity. */
  public static List<Algorithm> algorithms() {
    return ALL;
  }

  /**
   * The algorithms for random histories: all, or those whose names match {@code
   * -Dfinestra.only=b_fiba.*}.
   */
  public static List<Algorithm> chosen() {
    return CHOSEN;
  }

  /** The algorithms as the catalog lists them. */
  public static List<Algorithm> usual() {
    return USUAL;
  }

  /** The algorithms that differ on windows of few entries: trees with arities 2 and 3 only. */
  public static List<Algorithm> small() {
    return ALL.stream().filter(a -> !a.name().matches(".*([4-9]|[0-9]{2,})")).toList();
  }

  /** The algorithms that support an aggregation. */
  public static List<Algorithm> fitting(TestAggregation<?> aggregation, boolean invertible) {
    return ALL.stream().filter(a -> fits(a, aggregation, invertible)).toList();
  }

  public static boolean fits(
      Algorithm algorithm, TestAggregation<?> aggregation, boolean invertible) {
    return (invertible || !algorithm.is(Trait.NEEDS_INVERSE))
        && (aggregation.commutative() || !algorithm.is(Trait.NEEDS_COMMUTATIVE));
  }

  /** A window of an aggregation under test. */
  public static <O> SlidingWindow<O> window(String algorithm, Aggregation<O> aggregation) {
    return SlidingWindows.of(algorithm, aggregation);
  }

  private static Stream<Algorithm> arities(Algorithm usual) {
    String base = usual.name().replaceFirst("[0-9]+$", "");
    if (base.equals(usual.name())) {
      return Stream.of(usual);
    }
    Stream<Algorithm> small = IntStream.rangeClosed(2, 8).mapToObj(arity -> named(base + arity));
    return Stream.concat(small, Stream.of(usual));
  }

  private static Algorithm named(String name) {
    return SlidingWindows.algorithm(name);
  }
}
