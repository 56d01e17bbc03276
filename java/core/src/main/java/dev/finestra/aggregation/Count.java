package dev.finestra.aggregation;

/** {@code count}: how many values there are, of any type. */
final class Count extends OneWord<Long> {
  Count(ValueType input) {
    super(
        "count",
        input,
        Property.COMMUTATIVE,
        Property.INVERTIBLE,
        Property.FIXED_SIZE,
        Property.EXACT);
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public long identity() {
    return 0;
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
      throw Values.unfit(name(), input(), value);
    }
    return 1;
  }

  @Override
  public long lift(double value) {
    if (input() == ValueType.LONG) {
      Values.toLong(name(), value);
    } else if (input() == ValueType.STRING) {
      throw Values.unfit(name(), input(), value);
    }
    return 1;
  }

  @Override
  public long lift(Object value) {
    if (input() == ValueType.STRING) {
      if (value instanceof String) {
        return 1;
      }
      throw Values.unfit(name(), input(), value);
    }
    return super.lift(value);
  }

  @Override
  public Long lower(long state) {
    return state;
  }

  @Override
  public long lowerLong(long state) {
    return state;
  }

  @Override
  public double lowerDouble(long state) {
    return state;
  }
}
