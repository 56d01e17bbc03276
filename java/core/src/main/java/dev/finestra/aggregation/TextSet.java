package dev.finestra.aggregation;

import java.util.Arrays;

/**
 * A set of texts: a sorted array, or one that is still being filled. As {@link LongSet}, in the
 * order of {@link Texts#compare}.
 */
final class TextSet {
  static final TextSet EMPTY = new TextSet(new String[0], 0);

  private String[] values;
  private int size;
  private volatile boolean isSettled = true;

  private TextSet(String[] sortedValues, int size) {
    this.values = sortedValues;
    this.size = size;
  }

  static TextSet of(String value) {
    return new TextSet(new String[] {value}, 1);
  }

  /** One to be filled by {@link #addAll}. */
  static TextSet filling() {
    return new TextSet(new String[16], 0);
  }

  /** Takes over values that rise strictly; null where they do not. */
  static TextSet ofSorted(String[] values) {
    for (int i = 1; i < values.length; i++) {
      if (Texts.compare(values[i], values[i - 1]) <= 0) {
        return null;
      }
    }
    return new TextSet(values, values.length);
  }

  int size() {
    settle();
    return size;
  }

  /** The values, rising; exactly as many as the size. */
  String[] toArray() {
    settle();
    return Arrays.copyOf(values, size);
  }

  /** Both together; one of the two itself where it has all. */
  TextSet union(TextSet other) {
    settle();
    other.settle();
    TextSet large = size >= other.size ? this : other;
    TextSet small = large == this ? other : this;
    if (large.hasAll(small)) {
      return large;
    }
    String[] both = new String[large.size + small.size];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < large.size && j < small.size) {
      int order = Texts.compare(large.values[i], small.values[j]);
      both[n++] = order <= 0 ? large.values[i] : small.values[j];
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    System.arraycopy(large.values, i, both, n, large.size - i);
    n += large.size - i;
    System.arraycopy(small.values, j, both, n, small.size - j);
    n += small.size - j;
    return new TextSet(n == both.length ? both : Arrays.copyOf(both, n), n);
  }

  private boolean hasAll(TextSet small) {
    int at = 0;
    for (int i = 0; i < small.size; i++) {
      at = Arrays.binarySearch(values, at, size, small.values[i], Texts::compare);
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  /** Adds to a set that is being filled; answers at least how many it has, or more. */
  int addAll(TextSet other) {
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
    Arrays.sort(values, 0, size, Texts::compare);
    int n = 0;
    for (int i = 0; i < size; i++) {
      if (n == 0 || !values[i].equals(values[n - 1])) {
        values[n++] = values[i];
      }
    }
    Arrays.fill(values, n, size, null);
    size = n;
  }

  long bytes() {
    long texts = 0;
    for (int i = 0; i < size; i++) {
      texts += 48 + 2L * values[i].length();
    }
    return 48 + 4L * values.length + texts;
  }
}
