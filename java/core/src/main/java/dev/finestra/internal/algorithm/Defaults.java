package dev.finestra.internal.algorithm;

import dev.finestra.WindowOptions;
import dev.finestra.WindowOptions.Order;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.ObjectAggregation;

/**
 * The algorithms that {@code fiba} and {@code auto} stand for.
 *
 * <p>One arity serves words and objects, in memory and on pages: {@code docs/performance.md} has
 * the figures.
 */
public final class Defaults {
  /** The tree that {@code fiba} stands for. */
  public static final String TREE = "b_fiba16";

  private Defaults() {}

  /** The algorithm that {@code auto} begins with. */
  public static String first(Aggregation<?> aggregation, WindowOptions options) {
    if (options.paged()
        || options.order() == Order.ANY
        || options.rangeQueries()
        || grows(aggregation)) {
      return TREE;
    }
    if (aggregation.is(Property.INVERTIBLE) && aggregation.is(Property.EXACT)) {
      return "subtract_on_evict";
    }
    boolean lite = options.order() == Order.IN_ORDER && !options.entries();
    // A bulk pays for a flip of Two-Stacks at once. For single operations, DABA avoids the
    // long pauses.
    String amortized = lite ? "two_stacks_lite" : "two_stacks";
    String even = lite ? "daba_lite" : "daba";
    return options.bulks() ? amortized : even;
  }

  /**
   * Whether partial results grow. A queue, in which an entry holds the aggregate of all later ones,
   * would then need O(n²) memory.
   */
  private static boolean grows(Aggregation<?> aggregation) {
    return aggregation instanceof ObjectAggregation && !aggregation.is(Property.FIXED_SIZE);
  }
}
