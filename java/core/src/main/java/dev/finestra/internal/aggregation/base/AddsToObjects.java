package dev.finestra.internal.aggregation.base;

/**
 * As {@link AddsToWords}, for an aggregation whose partial result is an object. It also says which
 * partial results nothing else refers to, so that windows need fewer copies.
 */
public interface AddsToObjects<S> {
  /**
   * Returns accumulator ⊗ the lifted value. It may change the accumulator, to which nothing else
   * refers. The accumulator comes from {@code combineInto} or {@code add}; if {@link #makesFresh},
   * it may also come from {@code lift} or {@code read}.
   */
  S add(S accumulator, Object value);

  /**
   * Whether nothing else refers to the partial results that {@code lift} and {@code read} return.
   */
  boolean makesFresh();

  /**
   * As {@code lower}, but may change the partial result, to which nothing else refers and which is
   * not used again.
   */
  Object lowerOwn(S accumulator);
}
