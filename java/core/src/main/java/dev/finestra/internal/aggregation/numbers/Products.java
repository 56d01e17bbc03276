package dev.finestra.internal.aggregation.numbers;

import static dev.finestra.internal.aggregation.base.DoubleWords.real;
import static dev.finestra.internal.aggregation.base.DoubleWords.word;

import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/** {@code product}. With no entries the result is 1. */
final class Products {
  private Products() {}

  /**
   * Over longs: exact from −(2^63 − 1) to 2^63 − 1. One word stands for every product outside this
   * range; {@code lower} throws for it, and only a zero turns it into another product. The
   * aggregation stays associative, because only a zero can make a product of whole numbers smaller.
   */
  static final class OfLongs extends NamedLongAggregation.OverLongs {
    private static final long BEYOND = Long.MIN_VALUE;

    OfLongs() {
      super("product", 1, Property.COMMUTATIVE, Property.EXACT);
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
    public long lowerLong(long state) {
      if (state == BEYOND) {
        throw new ArithmeticException(
            "The product exceeds ±(2^63 − 1). Use product over doubles, or geomean.");
      }
      return state;
    }
  }

  /** Over doubles: plain floating point; a partial product may overflow or underflow. */
  static final class OfDoubles extends NamedLongAggregation.OverDoubles {
    OfDoubles() {
      super("product", word(1.0), Property.COMMUTATIVE);
    }

    @Override
    public long combine(long older, long newer) {
      return word(real(older) * real(newer));
    }

    @Override
    public long lift(double value) {
      return word(value);
    }
  }
}
