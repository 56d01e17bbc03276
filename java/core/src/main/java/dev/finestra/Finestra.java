package dev.finestra;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import dev.finestra.aggregation.Aggregations;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.window.Catalog;
import java.util.List;

/**
 * Windows by name.
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
    return Specializer.factory(aggregation).keyed(algorithm, aggregation, options);
  }

  /** The algorithms in the catalog, those with an arity at the usual ones. */
  public static List<Algorithm> algorithms() {
    return Catalog.all();
  }

  /** The algorithm of this name, of any arity. */
  public static Algorithm algorithm(String name) {
    return Catalog.algorithm(name);
  }

  /** Whether the aggregation has what the algorithm needs. */
  public static boolean fits(String algorithm, Aggregation<?> aggregation) {
    return Catalog.fits(Catalog.algorithm(algorithm), aggregation);
  }
}
