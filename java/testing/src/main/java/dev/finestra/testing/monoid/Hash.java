package dev.finestra.testing.monoid;

import dev.finestra.aggregation.ObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Set;

/**
 * Polynomial hashes of sequences modulo the prime 2³¹ − 1: like concatenation, but in objects of
 * one size.
 */
final class Hash extends ObjectAggregation<Hash.Polynomial, Long> {
  private static final long P = Integer.MAX_VALUE;
  private static final long BASE = 48_271;

  private final Set<Property> properties;
  private final Probe probe;

  Hash(Set<Property> properties, Probe probe) {
    this.properties = properties;
    this.probe = probe;
  }

  /** The base to the power of the length, and the hash. */
  record Polynomial(long power, long hash) {}

  static Long naive(long[] values) {
    long hash = 0;
    for (long value : values) {
      hash = (hash * BASE + 1 + Math.floorMod(value, P - 1)) % P;
    }
    return hash;
  }

  @Override
  public String name() {
    return "hash";
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
    return 0L;
  }

  @Override
  public Polynomial identity() {
    return new Polynomial(1, 0);
  }

  @Override
  public Polynomial combine(Polynomial older, Polynomial newer) {
    probe.combine();
    return new Polynomial(
        older.power * newer.power % P, (older.hash * newer.power + newer.hash) % P);
  }

  @Override
  public Polynomial uncombine(Polynomial total, Polynomial oldest) {
    probe.combine();
    long inverse =
        BigInteger.valueOf(oldest.power).modInverse(BigInteger.valueOf(P)).longValueExact();
    long power = total.power * inverse % P;
    return new Polynomial(power, Math.floorMod(total.hash - oldest.hash * power % P, P));
  }

  @Override
  public Polynomial lift(Object value) {
    probe.lift();
    return new Polynomial(BASE, 1 + Math.floorMod(((Number) value).longValue(), P - 1));
  }

  @Override
  public Long lower(Polynomial state) {
    return state.hash;
  }

  @Override
  public void write(Polynomial state, DataOutput out) throws IOException {
    out.writeLong(state.power);
    out.writeLong(state.hash);
  }

  @Override
  public Polynomial read(DataInput in) throws IOException {
    return new Polynomial(in.readLong(), in.readLong());
  }

  @Override
  public long bytes(Polynomial state) {
    return 32;
  }
}
