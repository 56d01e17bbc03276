package dev.finestra.aggregation;

/**
 * {@code min} and {@code max} of numbers, in the order of {@link Keys}: NaN is the largest double,
 * −0.0 is below 0.0.
 *
 * <p>The identity is the end of the range of longs. No double's key reaches it; a long may, and
 * needs no telling apart: it combines alike, and a window without entries answers {@code empty()}.
 */
final class Extremes {
  private Extremes() {}

  /** The least value. */
  static final class Min extends KeyedWord {
    Min(ValueType input) {
      super(
          "min",
          input,
          Property.COMMUTATIVE,
          Property.SELECTIVE,
          Property.FIXED_SIZE,
          Property.EXACT);
    }

    @Override
    public long identity() {
      return Long.MAX_VALUE;
    }

    @Override
    public long combine(long older, long newer) {
      return Math.min(older, newer);
    }
  }

  /** The greatest value. */
  static final class Max extends KeyedWord {
    Max(ValueType input) {
      super(
          "max",
          input,
          Property.COMMUTATIVE,
          Property.SELECTIVE,
          Property.FIXED_SIZE,
          Property.EXACT);
    }

    @Override
    public long identity() {
      return Long.MIN_VALUE;
    }

    @Override
    public long combine(long older, long newer) {
      return Math.max(older, newer);
    }
  }
}
