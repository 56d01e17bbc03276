package dev.finestra;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.keyed.KeyedWindows;
import dev.finestra.paged.PageStore;
import dev.finestra.paged.PagedWindow;
import java.util.function.Supplier;

/**
 * Makes windows; the boundary between the API and the copies of the algorithms that {@link
 * Specializer} loads.
 */
public interface WindowFactory {
  /**
   * Makes empty windows; rejects a name that does not fit the aggregation or the options, with the
   * names that do.
   */
  <O> Supplier<? extends SlidingWindow<O>> supplier(
      String algorithm, Aggregation<O> aggregation, WindowOptions options);

  /** Windows by key, still without keys; rejects names that do not fit. */
  <K, O> KeyedWindows<K, O> keyed(
      String algorithm, Aggregation<O> aggregation, WindowOptions options);

  /** A window on pages of a store, not attached yet; rejects names that do not fit. */
  <O> PagedWindow<O> onPages(String algorithm, Aggregation<O> aggregation, PageStore store);
}
