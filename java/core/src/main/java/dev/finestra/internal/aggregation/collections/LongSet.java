package dev.finestra.internal.aggregation.collections;

import java.util.Arrays;

/** A set of longs. */
final class LongSet extends ArraySet<long[], LongSet> {
  static final LongSet EMPTY = new LongSet(new long[0], 0);

  private LongSet(long[] values, int size) {
    super(values, size);
  }

  static LongSet of(long value) {
    long[] values = new long[FIRST_ROOM];
    values[0] = value;
    return new LongSet(values, 1);
  }

  /** An empty set to be filled by {@link #addAll} and {@link #add}. */
  static LongSet filling() {
    return new LongSet(new long[0], 0);
  }

  /** As {@link #addAll}, with one value. */
  int add(long value) {
    int at = extend(1);
    array()[at] = value;
    return at + 1;
  }

  /** The set of values that rise strictly, in the same array; null if they do not. */
  static LongSet ofSorted(long[] values) {
    for (int i = 1; i < values.length; i++) {
      if (values[i] <= values[i - 1]) {
        return null;
      }
    }
    return new LongSet(values, values.length);
  }

  @Override
  LongSet make(long[] values, int size) {
    return new LongSet(values, size);
  }

  @Override
  int sort(long[] array, int length) {
    Arrays.sort(array, 0, length);
    int n = 0;
    for (int i = 0; i < length; i++) {
      if (n == 0 || array[i] != array[n - 1]) {
        array[n++] = array[i];
      }
    }
    return n;
  }

  @Override
  boolean hasAll(long[] large, int largeSize, long[] small, int smallSize) {
    int at = 0;
    for (int i = 0; i < smallSize; i++) {
      at = Arrays.binarySearch(large, at, largeSize, small[i]);
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  int merge(long[] large, int largeSize, long[] small, int smallSize, long[] to) {
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < largeSize && j < smallSize) {
      long a = large[i];
      long b = small[j];
      to[n++] = Math.min(a, b);
      i += a <= b ? 1 : 0;
      j += b <= a ? 1 : 0;
    }
    System.arraycopy(large, i, to, n, largeSize - i);
    n += largeSize - i;
    System.arraycopy(small, j, to, n, smallSize - j);
    return n + smallSize - j;
  }

  @Override
  long bytes() {
    return 48 + 8L * array().length;
  }
}
