package dev.finestra.internal.aggregation.numbers;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.NamedLongAggregation;

/** {@code count}: the number of values of any type. With no entries it is 0; nulls do not count. */
final class Count extends NamedLongAggregation.LongResult {
  Count(ValueType input) {
    super("count", input, 0, Property.COMMUTATIVE, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public long combine(long older, long newer) {
    return older + newer;
  }

  @Override
  public long uncombine(long total, long oldest) {
    return total - oldest;
  }

  @Override
  public long lift(long value) {
    if (input() == ValueType.STRING) {
      throw ValueConversions.unfit(name(), input(), value);
    }
    return 1;
  }

  @Override
  public long lift(double value) {
    if (input() == ValueType.LONG) {
      ValueConversions.toLong(name(), value);
    } else if (input() == ValueType.STRING) {
      throw ValueConversions.unfit(name(), input(), value);
    }
    return 1;
  }

  @Override
  public long lift(Object value) {
    if (input() != ValueType.STRING) {
      return super.lift(value);
    }
    if (value instanceof String) {
      return 1;
    }
    throw ValueConversions.unfit(name(), input(), value);
  }

  @Override
  public long lowerLong(long state) {
    return state;
  }
}
