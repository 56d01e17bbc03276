package dev.finestra.bench;

import dev.finestra.aggregation.WordsAggregation;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code bloom_bits(b)}: a Bloom filter of b bits and four hashes, the papers' expensive combine.
 *
 * <p>Its result is whether bit 0 is set, so that a query costs only its combines. Outside
 * benchmarks use {@code bloom}.
 */
final class BloomBits extends WordsAggregation<Long> {
  private static final int HASHES = 4;
  private final int bits;
  private final int words;

  BloomBits(int bits) {
    if (bits < 64 || Integer.bitCount(bits) != 1) {
      throw new IllegalArgumentException(
          "bloom_bits(" + bits + "): the number of bits must be a power of two, at least 64");
    }
    this.bits = bits;
    this.words = bits / 64;
  }

  @Override
  public String name() {
    return "bloom_bits(" + bits + ")";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return EnumSet.of(Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public int words() {
    return words;
  }

  @Override
  public void identity(long[] to, int t) {
    for (int i = 0; i < words; i++) {
      to[t + i] = 0;
    }
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    for (int i = 0; i < words; i++) {
      to[t + i] = older[o + i] | newer[n + i];
    }
  }

  @Override
  public void lift(long value, long[] to, int t) {
    identity(to, t);
    long hash = value * 0x9E3779B97F4A7C15L;
    for (int k = 0; k < HASHES; k++) {
      hash = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
      int bit = (int) (hash >>> 40) & (bits - 1);
      to[t + (bit >>> 6)] |= 1L << bit;
    }
  }

  @Override
  public void lift(double value, long[] to, int t) {
    lift(Double.doubleToLongBits(value), to, t);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    lift(((Number) value).longValue(), to, t);
  }

  @Override
  public Long lower(long[] state, int s) {
    return lowerLong(state, s);
  }

  @Override
  public long lowerLong(long[] state, int s) {
    return state[s] & 1;
  }
}
