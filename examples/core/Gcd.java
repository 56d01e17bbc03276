import dev.finestra.aggregation.LongAggregation;
import java.util.Set;

/** The greatest common divisor of whole numbers. */
public final class Gcd extends LongAggregation<Long> {
  @Override
  public String name() {
    return "gcd";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return Set.of(Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public long identity() {
    return 0;
  }

  @Override
  public long lift(long value) {
    return Math.absExact(value);
  }

  @Override
  public long lift(double value) {
    throw new IllegalArgumentException("gcd takes whole numbers, not " + value);
  }

  @Override
  public long lift(Object value) {
    return lift(((Number) value).longValue());
  }

  @Override
  public long combine(long older, long newer) {
    return newer == 0 ? older : combine(newer, older % newer);
  }

  @Override
  public Long lower(long state) {
    return state;
  }

  @Override
  public Long empty() {
    return 0L;
  }
}
