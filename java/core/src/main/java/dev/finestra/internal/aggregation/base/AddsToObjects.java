package dev.finestra.internal.aggregation.base;

/** As {@link AddsToWords}, for an aggregation whose partial result is an object. */
public interface AddsToObjects<S> {
  /** Returns state ⊗ the lifted value, and does not change {@code state}. */
  S add(S state, Object value);
}
