package dev.finestra;

import dev.finestra.Algorithm.Trait;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * What a caller declares of a window's use. {@code auto} chooses by it; an algorithm that cannot do
 * what is declared is refused when the window is made.
 *
 * <pre>{@code
 * Finestra.window("auto", max, WindowOptions.NONE.inOrder().withBulks());
 * }</pre>
 *
 * @param order in which order times come
 * @param bulks whether entries come and go in bulks
 * @param rangeQueries whether {@code query(from, to)} is asked
 * @param entries whether entries are visited, or merged into another window
 */
public record WindowOptions(Order order, boolean bulks, boolean rangeQueries, boolean entries) {
  /** Nothing declared. */
  public static final WindowOptions NONE = new WindowOptions(Order.UNKNOWN, false, false, false);

  /** In which order times come. */
  public enum Order {
    /** Not declared: most likely in order, perhaps not always. */
    UNKNOWN,
    /**
     * No time before the youngest, and evicts from the oldest on. It permits an in-order algorithm,
     * which refuses anything else; an out-of-order one takes any order all the same.
     */
    IN_ORDER,
    /** In any order. */
    ANY
  }

  public WindowOptions {
    Objects.requireNonNull(order, "the order is null; it is UNKNOWN, IN_ORDER or ANY");
  }

  public WindowOptions inOrder() {
    return new WindowOptions(Order.IN_ORDER, bulks, rangeQueries, entries);
  }

  public WindowOptions outOfOrder() {
    return new WindowOptions(Order.ANY, bulks, rangeQueries, entries);
  }

  public WindowOptions withBulks() {
    return new WindowOptions(order, true, rangeQueries, entries);
  }

  public WindowOptions withRangeQueries() {
    return new WindowOptions(order, bulks, true, entries);
  }

  public WindowOptions withEntries() {
    return new WindowOptions(order, bulks, rangeQueries, true);
  }

  /** What an algorithm must be able to do. */
  public Set<Trait> needed() {
    Set<Trait> needed = EnumSet.noneOf(Trait.class);
    if (order == Order.ANY) {
      needed.add(Trait.OUT_OF_ORDER);
    }
    if (rangeQueries) {
      needed.add(Trait.RANGE_QUERY);
    }
    if (entries) {
      needed.add(Trait.KEEPS_ENTRIES);
    }
    return needed;
  }
}
