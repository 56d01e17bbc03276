package dev.finestra.internal.aggregation.base;

/**
 * Implemented by an aggregation whose {@code lift} and {@code read} return objects that nothing
 * else refers to. So a window may pass them to {@code add} as accumulators, without a copy.
 */
public interface OwnedObjects<S> {
  /** See {@link dev.finestra.aggregation.ObjectAggregation#lower}. */
  Object lower(S state);

  /**
   * As {@link #lower}, but may change the partial result, to which nothing else refers and which is
   * not used again.
   */
  default Object lowerOwn(S accumulator) {
    return lower(accumulator);
  }
}
