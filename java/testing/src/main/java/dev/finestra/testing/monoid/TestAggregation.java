package dev.finestra.testing.monoid;

import dev.finestra.aggregation.Aggregation;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A monoid for tests with its naive fold, which shares no code with it.
 *
 * @param name its name in failures
 * @param make makes the aggregation, with or without its inverse, watched by a probe
 * @param fold the expected result for values, oldest first
 * @param compact whether the size of a partial result is bounded
 * @param commutative whether the order of values does not matter
 */
public record TestAggregation<O>(
    String name,
    BiFunction<Set<Aggregation.Property>, Probe, Aggregation<O>> make,
    Function<long[], O> fold,
    boolean compact,
    boolean commutative) {

  /** Affine maps modulo a prime: one word, not commutative. */
  public static final TestAggregation<Long> AFFINE =
      new TestAggregation<>("affine", Affine::new, Affine::naive, true, false);

  /** 2×2 matrices modulo a prime: four words, not commutative. */
  public static final TestAggregation<List<Long>> MATRIX =
      new TestAggregation<>("matrix", Matrix::new, Matrix::naive, true, false);

  /** Concatenation: an object, not commutative, shows the order of all values. */
  public static final TestAggregation<String> TEXT =
      new TestAggregation<>("text", Text::new, Text::naive, false, false);

  /** Polynomial hashes: an object of bounded size, not commutative. */
  public static final TestAggregation<Long> HASH =
      new TestAggregation<>("hash", Hash::new, Hash::naive, true, false);

  /** Plain sums: one word, commutative, for algorithms that need it. */
  public static final TestAggregation<Long> SUM =
      new TestAggregation<>("sum", Sum::new, Sum::naive, true, true);

  /** One of each kind of partial result, and a commutative one. */
  public static final List<TestAggregation<?>> ALL = List.of(AFFINE, MATRIX, TEXT, HASH, SUM);

  /** The aggregation; it declares its inverse only if {@code invertible}. */
  public Aggregation<O> aggregation(boolean invertible, Probe probe) {
    java.util.EnumSet<Aggregation.Property> properties =
        java.util.EnumSet.of(Aggregation.Property.EXACT);
    if (invertible) {
      properties.add(Aggregation.Property.INVERTIBLE);
    }
    if (commutative) {
      properties.add(Aggregation.Property.COMMUTATIVE);
    }
    if (compact) {
      properties.add(Aggregation.Property.FIXED_SIZE);
    }
    return make.apply(Set.copyOf(properties), probe);
  }

  @Override
  public String toString() {
    return name;
  }
}
