package dev.finestra.window;

import dev.finestra.WindowOptions;
import dev.finestra.WindowOptions.Order;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.Property;
import dev.finestra.aggregation.LongAggregation;
import dev.finestra.aggregation.WordsAggregation;

/**
 * Which algorithm stands behind {@code fiba} and {@code auto}, for which aggregation.
 *
 * <p>The arities go by the shape of the partial aggregate: the cheaper a combine, the wider the
 * node. {@code docs/performance.md} has the figures.
 */
final class Defaults {
  private static final String WORD = "b_fiba8";
  private static final String WORDS = "b_fiba8";
  private static final String OBJECT = "b_fiba4";

  /** On pages, where each costs an access to a store, nodes are wider. */
  static final String ON_PAGES = "b_fiba16";

  private Defaults() {}

  /** The tree that {@code fiba} stands for where the aggregation is not known. */
  static String tree() {
    return WORD;
  }

  /** The tree that {@code fiba} stands for. */
  static String tree(Aggregation<?> aggregation) {
    if (aggregation instanceof LongAggregation) {
      return WORD;
    }
    return aggregation instanceof WordsAggregation ? WORDS : OBJECT;
  }

  /** What {@code auto} begins with. */
  static String first(Aggregation<?> aggregation, WindowOptions options) {
    if (options.order() == Order.ANY || options.rangeQueries()) {
      return tree(aggregation);
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
}
