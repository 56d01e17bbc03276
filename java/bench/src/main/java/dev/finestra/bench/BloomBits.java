package dev.finestra.bench;

import dev.finestra.internal.aggregation.base.NamedWordsAggregation;

/**
 * {@code bloom_bits(b)}: a Bloom filter of b bits and four hashes, the papers' expensive combine.
 *
 * <p>Its result is whether bit 0 is set, so that a query costs only its combines. Outside
 * benchmarks use {@code bloom}.
 */
final class BloomBits extends NamedWordsAggregation.OverLongs<Long> {
  private static final int HASHES = 4;
  private final int bits;

  BloomBits(int bits) {
    super("bloom_bits(" + bits + ")", bits / 64, Property.COMMUTATIVE, Property.EXACT);
    if (bits < 64 || Integer.bitCount(bits) != 1) {
      throw new IllegalArgumentException(
          name() + ": the number of bits must be a power of two, at least 64");
    }
    this.bits = bits;
  }

  @Override
  public Long empty() {
    return 0L;
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    int words = words();
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
  public Long lower(long[] state, int s) {
    return lowerLong(state, s);
  }

  @Override
  public long lowerLong(long[] state, int s) {
    return state[s] & 1;
  }
}
