package dev.finestra;

import dev.finestra.aggregation.Aggregation;

/**
 * Makes windows; the seam between the API and the copies of the algorithms that {@link Specializer}
 * loads.
 */
public interface WindowFactory {
  /** An empty window; refuses what does not fit. */
  <O> SlidingWindow<O> create(String algorithm, Aggregation<O> aggregation, WindowOptions options);
}
