package dev.finestra.internal.aggregation.base;

/** As {@link AddsToWords}, for an aggregation whose partial result is an object. */
public interface AddsToObjects<S> {
  /**
   * Returns accumulator ⊗ the lifted value. It may change the accumulator, to which nothing else
   * refers. {@code combineInto} or this method returned it, or if {@link #makesOwn}, {@code lift}
   * or {@code read}.
   */
  S add(S accumulator, Object value);

  /**
   * Whether nothing else refers to the partial results that {@code lift} and {@code read} return.
   */
  boolean makesOwn();

  /**
   * Returns what {@code lower} does. It may change the partial result, which is an accumulator as
   * that of {@link #add}, and is not used again.
   */
  Object lowerLast(S accumulator);
}
