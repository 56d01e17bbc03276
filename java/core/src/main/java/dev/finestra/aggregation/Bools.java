package dev.finestra.aggregation;

/**
 * {@code bool_and} and {@code bool_or}: whether all values are true, whether any is. A value is a
 * {@link Boolean}, or a long of which zero is false.
 */
final class Bools {
  private Bools() {}

  private abstract static class OfLongs extends OneWord.OverLongs<Boolean> {
    OfLongs(String name) {
      super(name, Property.COMMUTATIVE, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    }

    @Override
    public final Boolean empty() {
      return identity() != 0;
    }

    @Override
    public final long lift(long value) {
      return value == 0 ? 0 : 1;
    }

    @Override
    public final long lift(Object value) {
      return value instanceof Boolean truth ? (truth ? 1 : 0) : super.lift(value);
    }

    @Override
    public final Boolean lower(long state) {
      return state != 0;
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

  /** Whether all are true. */
  static final class And extends OfLongs {
    And() {
      super("bool_and");
    }

    @Override
    public long identity() {
      return 1;
    }

    @Override
    public long combine(long older, long newer) {
      return older & newer;
    }
  }

  /** Whether any is true. */
  static final class Or extends OfLongs {
    Or() {
      super("bool_or");
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
}
