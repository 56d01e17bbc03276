package dev.finestra.internal.aggregation.base;

import java.math.BigInteger;

/**
 * Sums of longs in 128 bits: two words, the low one first. 2^64 values of 64 bits fit, so no window
 * overflows it and the sum stays associative.
 */
public final class Int128 {
  private Int128() {}

  public static void put(long value, long[] to, int t) {
    to[t] = value;
    to[t + 1] = value >> 63;
  }

  public static void add(long[] a, int i, long[] b, int j, long[] to, int t) {
    long x = a[i];
    long y = b[j];
    long low = x + y;
    long carry = ((x & y) | ((x | y) & ~low)) >>> 63;
    long high = a[i + 1] + b[j + 1] + carry;
    to[t] = low;
    to[t + 1] = high;
  }

  /** Adds a value to the sum at {@code t}. */
  public static void add(long value, long[] to, int t) {
    long low = to[t] + value;
    long carry = Long.compareUnsigned(low, value) < 0 ? 1 : 0;
    to[t] = low;
    to[t + 1] += (value >> 63) + carry;
  }

  public static void subtract(long[] a, int i, long[] b, int j, long[] to, int t) {
    long x = a[i];
    long y = b[j];
    long low = x - y;
    long borrow = ((~x & y) | ((~x | y) & low)) >>> 63;
    long high = a[i + 1] - b[j + 1] - borrow;
    to[t] = low;
    to[t + 1] = high;
  }

  public static boolean isLong(long[] a, int i) {
    return a[i] >> 63 == a[i + 1];
  }

  public static BigInteger toBigInteger(long[] a, int i) {
    BigInteger low = BigInteger.valueOf(a[i] & Long.MAX_VALUE);
    return BigInteger.valueOf(a[i + 1]).shiftLeft(64).add(a[i] < 0 ? low.setBit(63) : low);
  }
}
