package dev.finestra.aggregation;

/** {@code bit_and}, {@code bit_or} and {@code bit_xor} of longs. */
final class Bits {
  private Bits() {}

  private abstract static class OfLongs extends OneWord.OverLongs<Long> {
    OfLongs(String name, Property... properties) {
      super(name, properties);
    }

    @Override
    public final Long empty() {
      return identity();
    }

    @Override
    public final long lift(long value) {
      return value;
    }

    @Override
    public final Long lower(long state) {
      return state;
    }

    @Override
    public final long lowerLong(long state) {
      return state;
    }

    @Override
    public final double lowerDouble(long state) {
      return state;
    }
  }

  /** The bits that all values have. */
  static final class And extends OfLongs {
    And() {
      super("bit_and", Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public long identity() {
      return -1;
    }

    @Override
    public long combine(long older, long newer) {
      return older & newer;
    }
  }

  /** The bits that any value has. */
  static final class Or extends OfLongs {
    Or() {
      super("bit_or", Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public long identity() {
      return 0;
    }

    @Override
    public long combine(long older, long newer) {
      return older | newer;
    }
  }

  /** The bits that an odd number of values have; its own inverse. */
  static final class Xor extends OfLongs {
    Xor() {
      super(
          "bit_xor",
          Property.COMMUTATIVE,
          Property.INVERTIBLE,
          Property.FIXED_SIZE,
          Property.EXACT);
    }

    @Override
    public long identity() {
      return 0;
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
