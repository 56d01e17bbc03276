package dev.finestra.aggregation;

import java.util.Arrays;

/**
 * A set of longs: a sorted array, or one that is still being filled.
 *
 * <p>Costs: union O(n + m); adding to one that is being filled O(log n) for each value, amortized.
 *
 * <p>Invariants: (1) the values of one that is settled rise strictly; (2) what {@link #union}
 * answers and takes is settled.
 *
 * <p>One thread fills; many may read, the first of which settles what was being filled.
 */
final class LongSet {
  static final LongSet EMPTY = new LongSet(new long[0], 0);

  private long[] values;
  private int size;
  private volatile boolean isSettled = true;

  private LongSet(long[] sortedValues, int size) {
    this.values = sortedValues;
    this.size = size;
  }

  static LongSet of(long value) {
    return new LongSet(new long[] {value}, 1);
  }

  /** One to be filled by {@link #addAll}. */
  static LongSet filling() {
    return new LongSet(new long[16], 0);
  }

  /** Takes over values that rise strictly; null where they do not. */
  static LongSet ofSorted(long[] values) {
    for (int i = 1; i < values.length; i++) {
      if (values[i] <= values[i - 1]) {
        return null;
      }
    }
    return new LongSet(values, values.length);
  }

  int size() {
    settle();
    return size;
  }

  /** The values, rising; exactly as many as the size. */
  long[] toArray() {
    settle();
    return Arrays.copyOf(values, size);
  }

  long get(int i) {
    settle();
    return values[i];
  }

  /** Both together; one of the two itself where it has all. */
  LongSet union(LongSet other) {
    settle();
    other.settle();
    LongSet large = size >= other.size ? this : other;
    LongSet small = large == this ? other : this;
    if (large.hasAll(small)) {
      return large;
    }
    long[] both = new long[large.size + small.size];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < large.size && j < small.size) {
      long a = large.values[i];
      long b = small.values[j];
      both[n++] = Math.min(a, b);
      i += a <= b ? 1 : 0;
      j += b <= a ? 1 : 0;
    }
    System.arraycopy(large.values, i, both, n, large.size - i);
    n += large.size - i;
    System.arraycopy(small.values, j, both, n, small.size - j);
    n += small.size - j;
    return new LongSet(n == both.length ? both : Arrays.copyOf(both, n), n);
  }

  private boolean hasAll(LongSet small) {
    int at = 0;
    for (int i = 0; i < small.size; i++) {
      at = Arrays.binarySearch(values, at, size, small.values[i]);
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  /** Adds to a set that is being filled; answers at least how many it has, or more. */
  int addAll(LongSet other) {
    other.settle();
    if (size + other.size > values.length) {
      settle();
      values = Arrays.copyOf(values, Math.max(values.length, 2 * (size + other.size)));
    }
    System.arraycopy(other.values, 0, values, size, other.size);
    size += other.size;
    if (isSettled) {
      isSettled = false;
    }
    return size;
  }

  /** Restores (1) for all values. */
  private void settle() {
    if (isSettled) {
      return;
    }
    synchronized (this) {
      if (!isSettled) {
        sort();
        isSettled = true;
      }
    }
  }

  private void sort() {
    Arrays.sort(values, 0, size);
    int n = 0;
    for (int i = 0; i < size; i++) {
      if (n == 0 || values[i] != values[n - 1]) {
        values[n++] = values[i];
      }
    }
    size = n;
  }

  long bytes() {
    return 48 + 8L * values.length;
  }
}
