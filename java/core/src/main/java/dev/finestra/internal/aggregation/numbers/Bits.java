package dev.finestra.internal.aggregation.numbers;

import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/**
 * {@code bit_and}, {@code bit_or} and {@code bit_xor} of longs. With no entries the result is the
 * identity: all bits for {@code bit_and}, none for the others.
 */
final class Bits {
  private Bits() {}

  /** The bits that all values have. */
  static final class And extends NamedLongAggregation.OverLongs {
    And() {
      super("bit_and", -1, Property.COMMUTATIVE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return older & newer;
    }
  }

  /** The bits that any value has. */
  static final class Or extends NamedLongAggregation.OverLongs {
    Or() {
      super("bit_or", 0, Property.COMMUTATIVE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return older | newer;
    }
  }

  /** The bits that an odd number of values have; its own inverse. */
  static final class Xor extends NamedLongAggregation.OverLongs {
    Xor() {
      super("bit_xor", 0, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
    }

    @Override
    public long combine(long older, long newer) {
      return older ^ newer;
    }

    @Override
    public long uncombine(long total, long oldest) {
      return total ^ oldest;
    }
  }
}
