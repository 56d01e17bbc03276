package dev.finestra.internal.aggregation.numbers;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/**
 * {@code bool_and} and {@code bool_or}: whether all values are true, or any is. A value is a {@link
 * Boolean} or a long; zero is false. With no entries {@code bool_and} is true and {@code bool_or}
 * false.
 */
abstract class Bools extends NamedLongAggregation<Boolean> {
  private Bools(String name, long identity) {
    super(name, ValueType.LONG, identity, Property.COMMUTATIVE, Property.SELECTIVE, Property.EXACT);
  }

  @Override
  public final long lift(long value) {
    return value == 0 ? 0 : 1;
  }

  @Override
  public final long lift(double value) {
    return lift(ValueConversions.toLong(name(), value));
  }

  @Override
  public final long lift(Object value) {
    return value instanceof Boolean truth ? (truth ? 1 : 0) : super.lift(value);
  }

  @Override
  public final Boolean lower(long state) {
    return state != 0;
  }

  /** Whether all are true. */
  static final class And extends Bools {
    And() {
      super("bool_and", 1);
    }

    @Override
    public long combine(long older, long newer) {
      return older & newer;
    }
  }

  /** Whether any is true. */
  static final class Or extends Bools {
    Or() {
      super("bool_or", 0);
    }

    @Override
    public long combine(long older, long newer) {
      return older | newer;
    }
  }
}
