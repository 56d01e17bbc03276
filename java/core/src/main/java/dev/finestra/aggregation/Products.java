package dev.finestra.aggregation;

import static dev.finestra.aggregation.Keys.real;
import static dev.finestra.aggregation.Keys.word;

/** {@code product}. */
final class Products {
  private Products() {}

  /**
   * Over longs: exact from −(2^63 − 1) to 2^63 − 1. Beyond, the product is one word that stands for
   * every such number, of which only a zero makes something else; {@code lower} throws for it. That
   * keeps it associative: a product of whole numbers shrinks by a zero only.
   */
  static final class OfLongs extends OneWord.OverLongs<Long> {
    private static final long BEYOND = Long.MIN_VALUE;

    OfLongs() {
      super("product", Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public Long empty() {
      return 1L;
    }

    @Override
    public long identity() {
      return 1;
    }

    @Override
    public long combine(long older, long newer) {
      long low = older * newer;
      if (low >> 63 == Math.multiplyHigh(older, newer) && older != BEYOND && newer != BEYOND) {
        return low;
      }
      return older == 0 || newer == 0 ? 0 : BEYOND;
    }

    @Override
    public long lift(long value) {
      return value;
    }

    @Override
    public Long lower(long state) {
      return lowerLong(state);
    }

    @Override
    public long lowerLong(long state) {
      if (state == BEYOND) {
        throw new ArithmeticException(
            "the product is beyond ±(2^63 − 1); product over doubles, or geomean, would take it");
      }
      return state;
    }

    @Override
    public double lowerDouble(long state) {
      return lowerLong(state);
    }
  }

  /** Over doubles: plain floating point, which may overflow or underflow on the way. */
  static final class OfDoubles extends OneWord.OverDoubles<Double> {
    OfDoubles() {
      super("product", Property.COMMUTATIVE, Property.FIXED_SIZE);
    }

    @Override
    public Double empty() {
      return 1.0;
    }

    @Override
    public long identity() {
      return word(1.0);
    }

    @Override
    public long combine(long older, long newer) {
      return word(real(older) * real(newer));
    }

    @Override
    public long lift(double value) {
      return word(value);
    }

    @Override
    public Double lower(long state) {
      return real(state);
    }

    @Override
    public double lowerDouble(long state) {
      return real(state);
    }
  }
}
