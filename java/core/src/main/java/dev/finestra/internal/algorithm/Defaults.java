package dev.finestra.internal.algorithm;

import dev.finestra.WindowOptions;
import dev.finestra.WindowOptions.Order;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.ObjectAggregation;

/**
 * Which algorithm stands behind {@code fiba} and {@code auto}.
 *
 * <p>One arity serves words and objects, in memory and on pages: {@code docs/performance.md} has
 * the figures.
 */
public final class Defaults {
  /** The tree that {@code fiba} stands for. */
  public static final String TREE = "b_fiba16";

  private Defaults() {}

  /** What {@code auto} begins with. */
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
    // A bulk pays for a two-stacks flip at once; one by one, DABA spares the long pauses.
    String amortized = lite ? "two_stacks_lite" : "two_stacks";
    String even = lite ? "daba_lite" : "daba";
    return options.bulks() ? amortized : even;
  }

  /** Then a queue, where each entry has an aggregate of all behind it, would need their square. */
  private static boolean grows(Aggregation<?> aggregation) {
    return aggregation instanceof ObjectAggregation && !aggregation.is(Property.FIXED_SIZE);
  }
}
