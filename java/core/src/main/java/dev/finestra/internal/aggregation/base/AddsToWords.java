package dev.finestra.internal.aggregation.base;

/**
 * Implemented by an aggregation of words that can add a value to a partial result at less cost than
 * a lift and a combine.
 */
public interface AddsToWords {
  /** to = to ⊗ the lifted value. When it throws, the words of {@code to} mean nothing. */
  void add(Object value, long[] to, int t);
}
