package dev.finestra.testing.monoid;

import dev.finestra.aggregation.LongAggregation;
import java.math.BigInteger;
import java.util.Set;

/**
 * Affine maps x ↦ ax + b modulo the prime 2³¹ − 1, composed oldest first, packed into one word.
 *
 * <p>With a ≠ 0 they form a group that is not commutative: a wrong order changes the result, and
 * there is an inverse.
 */
final class Affine extends LongAggregation<Long> {
  private static final long P = Integer.MAX_VALUE;

  private final Set<Property> properties;
  private final Probe probe;

  Affine(Set<Property> properties, Probe probe) {
    this.properties = properties;
    this.probe = probe;
  }

  /** The map of a value: a in [1, p), b in [0, p). */
  private static long map(long value) {
    return pack(1 + Math.floorMod(value * 0x9e3779b97f4a7c15L, P - 1), Math.floorMod(value, P));
  }

  private static long pack(long a, long b) {
    return a << 32 | b;
  }

  private static long a(long state) {
    return state >>> 32;
  }

  private static long b(long state) {
    return state & 0xffffffffL;
  }

  /** Sends 0 and 1 through all maps: b is where 0 lands, a + b where 1 lands. */
  static Long naive(long[] values) {
    long zero = 0;
    long one = 1;
    for (long value : values) {
      long map = map(value);
      zero = (a(map) * zero + b(map)) % P;
      one = (a(map) * one + b(map)) % P;
    }
    return pack(Math.floorMod(one - zero, P), zero);
  }

  @Override
  public String name() {
    return "affine";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return properties;
  }

  @Override
  public Long empty() {
    return identity();
  }

  @Override
  public long identity() {
    return pack(1, 0);
  }

  @Override
  public long combine(long older, long newer) {
    probe.combine();
    return pack(a(older) * a(newer) % P, (a(newer) * b(older) + b(newer)) % P);
  }

  @Override
  public long uncombine(long total, long oldest) {
    probe.combine();
    long inverse = BigInteger.valueOf(a(oldest)).modInverse(BigInteger.valueOf(P)).longValueExact();
    long a = a(total) * inverse % P;
    return pack(a, Math.floorMod(b(total) - a * b(oldest) % P, P));
  }

  @Override
  public long lift(long value) {
    probe.lift();
    return map(value);
  }

  @Override
  public long lift(double value) {
    return lift((long) value);
  }

  @Override
  public long lift(Object value) {
    return lift(((Number) value).longValue());
  }

  @Override
  public Long lower(long state) {
    return state;
  }
}
