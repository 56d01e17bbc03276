package dev.finestra.testing.monoid;

import dev.finestra.aggregation.WordsAggregation;
import java.util.List;
import java.util.Set;

/**
 * 2×2 matrices of determinant 1 modulo the prime 2³¹ − 1, multiplied oldest first, in four words.
 */
final class Matrix extends WordsAggregation<List<Long>> {
  private static final long P = Integer.MAX_VALUE;

  private final Set<Property> properties;
  private final Probe probe;

  Matrix(Set<Property> properties, Probe probe) {
    this.properties = properties;
    this.probe = probe;
  }

  /** The matrix ((1, x), (y, xy + 1)) of a value. */
  private static long[] matrix(long value) {
    long x = 1 + Math.floorMod(value, P - 1);
    long y = 1 + Math.floorMod(value * 0x9e3779b97f4a7c15L >>> 7, P - 1);
    return new long[] {1, x, y, (x * y + 1) % P};
  }

  /** Sends both rows of the unit matrix through all matrices, one after the other. */
  static List<Long> naive(long[] values) {
    long[] rows = {1, 0, 0, 1};
    for (long value : values) {
      long[] m = matrix(value);
      for (int row = 0; row < 4; row += 2) {
        long left = rows[row];
        long right = rows[row + 1];
        rows[row] = (left * m[0] % P + right * m[2] % P) % P;
        rows[row + 1] = (left * m[1] % P + right * m[3] % P) % P;
      }
    }
    return List.of(rows[0], rows[1], rows[2], rows[3]);
  }

  @Override
  public String name() {
    return "matrix";
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
  public List<Long> empty() {
    return List.of(1L, 0L, 0L, 1L);
  }

  @Override
  public int words() {
    return 4;
  }

  @Override
  public void identity(long[] to, int t) {
    put(to, t, 1, 0, 0, 1);
  }

  @Override
  public void combine(long[] older, int o, long[] newer, int n, long[] to, int t) {
    probe.combine();
    multiply(
        older[o],
        older[o + 1],
        older[o + 2],
        older[o + 3],
        newer[n],
        newer[n + 1],
        newer[n + 2],
        newer[n + 3],
        to,
        t);
  }

  @Override
  public void uncombine(long[] total, int o, long[] oldest, int n, long[] to, int t) {
    probe.combine();
    long minus1 = Math.floorMod(-oldest[n + 1], P);
    long minus2 = Math.floorMod(-oldest[n + 2], P);
    multiply(
        oldest[n + 3],
        minus1,
        minus2,
        oldest[n],
        total[o],
        total[o + 1],
        total[o + 2],
        total[o + 3],
        to,
        t);
  }

  private static void multiply(
      long a, long b, long c, long d, long e, long f, long g, long h, long[] to, int t) {
    put(
        to,
        t,
        (a * e % P + b * g % P) % P,
        (a * f % P + b * h % P) % P,
        (c * e % P + d * g % P) % P,
        (c * f % P + d * h % P) % P);
  }

  private static void put(long[] to, int t, long a, long b, long c, long d) {
    to[t] = a;
    to[t + 1] = b;
    to[t + 2] = c;
    to[t + 3] = d;
  }

  @Override
  public void lift(long value, long[] to, int t) {
    probe.lift();
    System.arraycopy(matrix(value), 0, to, t, 4);
  }

  @Override
  public void lift(double value, long[] to, int t) {
    lift((long) value, to, t);
  }

  @Override
  public void lift(Object value, long[] to, int t) {
    lift(((Number) value).longValue(), to, t);
  }

  @Override
  public List<Long> lower(long[] state, int s) {
    return List.of(state[s], state[s + 1], state[s + 2], state[s + 3]);
  }
}
