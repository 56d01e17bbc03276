package dev.finestra.aggregation;

/** {@code sum_wrapping}: the sum of longs in 64-bit arithmetic, wrapping around on overflow. */
final class SumWrapping extends OneWord.OverLongs<Long> {
  SumWrapping() {
    super(
        "sum_wrapping",
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
    return value;
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
