package dev.finestra;

import dev.finestra.Algorithm.Trait;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The declared use of a window. {@code auto} chooses an algorithm by it; an algorithm that cannot
 * serve the use is rejected when the window is made.
 *
 * <pre>{@code
 * SlidingWindows.of("auto", max, WindowOptions.NONE.inOrder().withBulks());
 * }</pre>
 *
 * @param order the order of the times
 * @param bulks whether entries are inserted and evicted in bulk
 * @param rangeQueries whether {@code query(from, to)} is called
 * @param entries whether entries are visited, or merged into another window
 * @param paged whether the window lives on the pages of a store
 * @param excluded traits that the algorithm must not have
 */
public record WindowOptions(
    Order order,
    boolean bulks,
    boolean rangeQueries,
    boolean entries,
    boolean paged,
    Set<Trait> excluded) {
  /** Nothing declared. */
  public static final WindowOptions NONE =
      new WindowOptions(Order.UNKNOWN, false, false, false, false, Set.of());

  /** The order of the times. */
  public enum Order {
    /** Not declared: most likely in order, but any order must be accepted. */
    UNKNOWN,
    /**
     * No insert before the youngest time, and evictions from the oldest time on. This allows an
     * in-order algorithm, which rejects anything else; an out-of-order algorithm still accepts any
     * order.
     */
    IN_ORDER,
    /** Any order. */
    ANY
  }

  public WindowOptions {
    Objects.requireNonNull(order, "The order is null; it must be UNKNOWN, IN_ORDER or ANY.");
    EnumSet<Trait> copy = EnumSet.noneOf(Trait.class);
    copy.addAll(excluded);
    excluded = Collections.unmodifiableSet(copy);
  }

  public WindowOptions inOrder() {
    return new WindowOptions(Order.IN_ORDER, bulks, rangeQueries, entries, paged, excluded);
  }

  public WindowOptions outOfOrder() {
    return new WindowOptions(Order.ANY, bulks, rangeQueries, entries, paged, excluded);
  }

  public WindowOptions withBulks() {
    return new WindowOptions(order, true, rangeQueries, entries, paged, excluded);
  }

  public WindowOptions withRangeQueries() {
    return new WindowOptions(order, bulks, true, entries, paged, excluded);
  }

  public WindowOptions withEntries() {
    return new WindowOptions(order, bulks, rangeQueries, true, paged, excluded);
  }

  public WindowOptions onPages() {
    return new WindowOptions(order, bulks, rangeQueries, entries, true, excluded);
  }

  /** The same use without algorithms that have one of these traits. */
  public WindowOptions without(Trait... traits) {
    EnumSet<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(excluded);
    all.addAll(List.of(traits));
    return new WindowOptions(order, bulks, rangeQueries, entries, paged, all);
  }

  /** Every entry keeps its own time, and no entry is too late to be accepted. */
  public WindowOptions exact() {
    return without(Trait.ROUNDS_TIMES, Trait.REORDERS);
  }

  /** The traits that the algorithm must have. */
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
