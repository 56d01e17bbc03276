package dev.finestra;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.internal.algorithm.Algorithms;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Makes windows by name. A null argument is rejected with a {@link NullPointerException} that names
 * it; an unknown name, or an aggregation that the algorithm does not fit, with an {@link
 * IllegalArgumentException} that says what would fit.
 *
 * <pre>{@code
 * SlidingWindow<Object> top = SlidingWindows.of("b_fiba4", "max");
 * top.insert(time, price);
 * top.bulkEvict(time - HOUR);
 * long highest = top.queryLong();
 * }</pre>
 */
public final class SlidingWindows {
  private SlidingWindows() {}

  /** A window over long values. */
  public static SlidingWindow<Object> of(String algorithm, String aggregation) {
    return of(algorithm, aggregation, ValueType.LONG);
  }

  /** A window over values of a type. */
  @SuppressWarnings("unchecked")
  public static SlidingWindow<Object> of(String algorithm, String aggregation, ValueType input) {
    return of(algorithm, (Aggregation<Object>) Aggregations.of(aggregation, input));
  }

  /** A window of an aggregation of one's own. */
  public static <O> SlidingWindow<O> of(String algorithm, Aggregation<O> aggregation) {
    return of(algorithm, aggregation, WindowOptions.NONE);
  }

  /**
   * A window of a declared use. {@code auto} chooses an algorithm for it; any other algorithm that
   * cannot serve it is rejected.
   */
  public static <O> SlidingWindow<O> of(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    return supplier(algorithm, aggregation, options).get();
  }

  /**
   * Makes windows of a declared use. It resolves the algorithm's name once, so it suits callers
   * that need many windows. Threads may share the supplier, but not a window.
   */
  public static <O> Supplier<? extends SlidingWindow<O>> supplier(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    check(algorithm, aggregation, options);
    return Specializer.factory(aggregation).supplier(algorithm, aggregation, options);
  }

  /** A window of long values for each key. */
  public static <K> KeyedWindows<K, Object> keyed(String algorithm, String aggregation) {
    return keyed(algorithm, aggregation, ValueType.LONG);
  }

  /** A window of values of a type for each key. */
  @SuppressWarnings("unchecked")
  public static <K> KeyedWindows<K, Object> keyed(
      String algorithm, String aggregation, ValueType input) {
    return keyed(
        algorithm, (Aggregation<Object>) Aggregations.of(aggregation, input), WindowOptions.NONE);
  }

  /** A window of a declared use for each key. */
  public static <K, O> KeyedWindows<K, O> keyed(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    check(algorithm, aggregation, options);
    return Specializer.factory(aggregation).keyed(algorithm, aggregation, options);
  }

  private static void check(String algorithm, Aggregation<?> aggregation, WindowOptions options) {
    check(algorithm);
    check(aggregation);
    Objects.requireNonNull(
        options, "The options are null; use WindowOptions.NONE to declare nothing.");
  }

  private static void check(String algorithm) {
    Objects.requireNonNull(algorithm, "The algorithm's name is null; give one, such as auto.");
  }

  private static void check(Aggregation<?> aggregation) {
    Objects.requireNonNull(
        aggregation, "The aggregation is null; give one, or a name such as max.");
  }

  /**
   * A window on pages of a store, for a connector; it must be attached before it is used. {@code
   * auto} and {@code fiba} are trees of an arity that suits stores. A page is a node of FiBA, or a
   * chunk of an in-order algorithm's queue. Other algorithms are read and written as a whole, O(n)
   * for each attach and flush.
   */
  public static <O> PagedWindow<O> paged(
      String algorithm, Aggregation<O> aggregation, PageStore store) {
    check(algorithm);
    check(aggregation);
    Objects.requireNonNull(store, "The store of pages is null.");
    return Specializer.pagedFactory(aggregation).onPages(algorithm, aggregation, store);
  }

  /** The algorithms in the catalog; those with an arity are listed with the usual ones. */
  public static List<Algorithm> algorithms() {
    return Algorithms.all();
  }

  /** The algorithm of this name, of any arity. */
  public static Algorithm algorithm(String name) {
    check(name);
    return Algorithms.algorithm(name);
  }

  /**
   * The algorithm that a name means for a declared use, of any aggregation; rejects one that cannot
   * serve the use, with the names that can.
   */
  public static Algorithm algorithm(String name, WindowOptions options) {
    Algorithm algorithm = algorithm(name);
    Algorithms.requireOptions(algorithm, options, other -> true);
    return algorithm;
  }

  /**
   * The algorithm that a name means for an aggregation and a declared use: {@code fiba} is the tree
   * of the usual arity, {@code auto} the algorithm that a window of this use begins with. No window
   * is made.
   *
   * @throws IllegalArgumentException when the algorithm does not fit the aggregation or the use;
   *     the message names those that fit both
   */
  public static Algorithm algorithm(
      String name, Aggregation<?> aggregation, WindowOptions options) {
    check(name, aggregation, options);
    return Algorithms.resolve(name, aggregation, options);
  }

  /** Whether the aggregation has what the algorithm needs. */
  public static boolean fits(String algorithm, Aggregation<?> aggregation) {
    check(algorithm);
    check(aggregation);
    return Algorithms.fits(Algorithms.algorithm(algorithm), aggregation);
  }
}
