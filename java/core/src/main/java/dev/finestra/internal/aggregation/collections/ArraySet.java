package dev.finestra.internal.aggregation.collections;

import java.lang.reflect.Array;

/**
 * The base of {@link LongSet} and {@link TextSet}: a set in a sorted array, or one that is still
 * being filled.
 *
 * <p>Costs: union O(n + m); adding to a set that is being filled O(log n) for each value,
 * amortized.
 *
 * <p>Invariants: (1) the values of a sorted set rise strictly; (2) a union is sorted.
 *
 * <p>One thread fills a set. Afterwards any number of threads may read it; the first read sorts it.
 *
 * @param <A> the array of values
 * @param <S> the set itself
 */
abstract class ArraySet<A, S extends ArraySet<A, S>> {
  /**
   * The room for the first values. A larger array later lies apart from the key's other objects, so
   * it costs a cache miss for each value.
   */
  static final int FIRST_ROOM = 4;

  /** The least room for more values. */
  private static final int LEAST_ROOM = 16;

  private A values;
  private int size;
  private volatile boolean isSorted = true;

  /** A set of the first values of an array, which rise strictly. */
  ArraySet(A values, int size) {
    this.values = values;
    this.size = size;
  }

  abstract S make(A values, int size);

  /** Sorts the first {@code length} values and drops equal ones; returns how many are left. */
  abstract int sort(A array, int length);

  /** Whether the larger sorted array has all values of the smaller one. */
  abstract boolean hasAll(A large, int largeSize, A small, int smallSize);

  /** Merges two sorted arrays into another and drops equal values; returns how many are left. */
  abstract int merge(A a, int aSize, A b, int bSize, A to);

  @SuppressWarnings("unchecked")
  private static <A> A room(A like, int length) {
    return (A) Array.newInstance(like.getClass().getComponentType(), length);
  }

  private static <A> A copy(A array, int length) {
    A copy = room(array, length);
    System.arraycopy(array, 0, copy, 0, Math.min(length, Array.getLength(array)));
    return copy;
  }

  final int size() {
    settle();
    return size;
  }

  /** The sorted values, exactly as many as the size. */
  final A toArray() {
    settle();
    return copy(values, size);
  }

  /** The union of both sets; one of the two itself if it has all values. */
  final S union(S other) {
    settle();
    other.settle();
    ArraySet<A, S> large = size >= other.size() ? this : other;
    ArraySet<A, S> small = large == this ? other : this;
    if (hasAll(large.values, large.size, small.values, small.size)) {
      return large.self();
    }
    int most = large.size + small.size;
    A both = room(large.values, most);
    int n = merge(large.values, large.size, small.values, small.size, both);
    return make(n == most ? both : copy(both, n), n);
  }

  @SuppressWarnings("unchecked")
  private S self() {
    return (S) this;
  }

  /**
   * Adds to a set that is being filled. Returns its size, in which equal values may be counted
   * twice.
   */
  final int addAll(S set) {
    ArraySet<A, S> other = set;
    other.settle();
    int at = extend(other.size);
    System.arraycopy(other.values, 0, values, at, other.size);
    return size;
  }

  /** Extends the set by values that the caller writes; returns where they begin. */
  final int extend(int more) {
    if (size + more > Array.getLength(values)) {
      settle();
      int room = size == 0 ? Math.max(FIRST_ROOM, more) : Math.max(LEAST_ROOM, 2 * (size + more));
      values = copy(values, Math.max(room, Array.getLength(values)));
    }
    if (isSorted) {
      isSorted = false;
    }
    size += more;
    return size - more;
  }

  /** Restores (1). */
  final void settle() {
    if (isSorted) {
      return;
    }
    synchronized (this) {
      if (!isSorted) {
        size = sort(values, size);
        isSorted = true;
      }
    }
  }

  /** About how many bytes of heap the set needs. */
  abstract long bytes();

  /** The array as it is, perhaps not sorted. */
  final A array() {
    return values;
  }

  /** The number of values in use in the array; some may be equal. */
  final int filled() {
    return size;
  }
}
