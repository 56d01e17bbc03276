package dev.finestra.internal.aggregation.base;

/** As {@link AddsToWords}, for an aggregation whose partial result is an object. */
public interface AddsToObjects<S> {
  /**
   * Returns accumulator ⊗ the lifted value. It may change the accumulator, which {@code
   * combineInto} or this method returned, and to which nothing else refers.
   */
  S add(S accumulator, Object value);
}
