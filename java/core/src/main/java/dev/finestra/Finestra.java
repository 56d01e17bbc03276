package dev.finestra;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import dev.finestra.window.Catalog;
import java.util.List;
import java.util.Objects;

/**
 * Windows by name. What is null is refused with a {@link NullPointerException} that says which
 * argument it was; a name that is unknown, or a pair that does not fit, with an {@link
 * IllegalArgumentException} that says which would fit.
 *
 * <pre>{@code
 * SlidingWindow<Object> top = Finestra.window("b_fiba4", "max");
 * top.insert(time, price);
 * top.bulkEvict(time - HOUR);
 * long highest = top.queryLong();
 * }</pre>
 */
public final class Finestra {
  private Finestra() {}

  /** A window over long values. */
  public static SlidingWindow<Object> window(String algorithm, String aggregation) {
    return window(algorithm, aggregation, ValueType.LONG);
  }

  /** A window over values of a type. */
  @SuppressWarnings("unchecked")
  public static SlidingWindow<Object> window(
      String algorithm, String aggregation, ValueType input) {
    return window(algorithm, (Aggregation<Object>) Aggregations.of(aggregation, input));
  }

  /** A window of an aggregation of one's own. */
  public static <O> SlidingWindow<O> window(String algorithm, Aggregation<O> aggregation) {
    return window(algorithm, aggregation, WindowOptions.NONE);
  }

  /**
   * A window of a declared use: {@code auto} chooses by it, any other that cannot do it is refused.
   */
  public static <O> SlidingWindow<O> window(
      String algorithm, Aggregation<O> aggregation, WindowOptions options) {
    check(algorithm, aggregation, options);
    return Specializer.factory(aggregation).create(algorithm, aggregation, options);
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
        options, "the options are null; where nothing is declared they are WindowOptions.NONE");
  }

  private static void check(String algorithm) {
    Objects.requireNonNull(algorithm, "the algorithm's name is null; name one, as auto");
  }

  private static void check(Aggregation<?> aggregation) {
    Objects.requireNonNull(
        aggregation, "the aggregation is null; give one, or the name of one, as max");
  }

  /**
   * A window on pages of a store, for a connector; it must be attached before it is used. {@code
   * auto} and {@code fiba} are trees of a width that suits stores. Of FiBA each node is a page, of
   * an in-order algorithm each chunk of its queue; others are fetched and put back whole, O(n) for
   * each attach and flush.
   */
  public static <O> PagedWindow<O> paged(
      String algorithm, Aggregation<O> aggregation, PageStore store) {
    check(algorithm);
    check(aggregation);
    Objects.requireNonNull(store, "the store of pages is null");
    return Specializer.pagedFactory(aggregation).onPages(algorithm, aggregation, store);
  }

  /** The algorithms in the catalog, those with an arity at the usual ones. */
  public static List<Algorithm> algorithms() {
    return Catalog.all();
  }

  /** The algorithm of this name, of any arity. */
  public static Algorithm algorithm(String name) {
    check(name);
    return Catalog.algorithm(name);
  }

  /** Whether the aggregation has what the algorithm needs. */
  public static boolean fits(String algorithm, Aggregation<?> aggregation) {
    check(algorithm);
    check(aggregation);
    return Catalog.fits(Catalog.algorithm(algorithm), aggregation);
  }
}
