package dev.finestra.internal.aggregation.collections;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * An immutable sequence that is joined in O(1): a leaf with elements, or two ropes one after the
 * other. Short ropes are copied into one leaf, so the overhead is a few bytes for each element.
 *
 * <p>Paper: the partial result of Collect in <em>General Incremental Sliding-Window
 * Aggregation</em>, table 1, with a list that shares its parts.
 *
 * <p>Costs: join O(1), visiting O(size).
 *
 * <p>Invariants: (1) {@link #size} is the number of elements; (2) {@link #weight} is the sum of
 * their weights; (3) a leaf's array is never changed.
 *
 * <p>Safe to share among threads.
 */
final class Rope {
  static final Rope EMPTY = new Rope(new Object[0], 0);
  private static final int SHORT = 16;

  private final Object[] leaf;
  private final Rope left;
  private final Rope right;
  private final int size;
  private final long weight;

  private Rope(Object[] leaf, long weight) {
    this.leaf = leaf;
    this.left = null;
    this.right = null;
    this.size = leaf.length;
    this.weight = weight;
  }

  private Rope(Rope left, Rope right) {
    this.leaf = null;
    this.left = left;
    this.right = right;
    this.size = left.size + right.size;
    this.weight = left.weight + right.weight;
  }

  /** A leaf that owns the array from now on. */
  static Rope of(long weight, Object... elements) {
    return elements.length == 0 ? EMPTY : new Rope(elements, weight);
  }

  int size() {
    return size;
  }

  long weight() {
    return weight;
  }

  /** About how many bytes of heap this rope needs besides the ropes that it was joined from. */
  long bytes(int anElement, int aUnitOfWeight) {
    return leaf == null ? 40 : 56 + (long) anElement * leaf.length + aUnitOfWeight * weight;
  }

  Rope join(Rope other) {
    if (size == 0) {
      return other;
    }
    if (other.size == 0) {
      return this;
    }
    if (leaf != null && other.leaf != null && size + other.size <= SHORT) {
      Object[] both = Arrays.copyOf(leaf, size + other.size);
      System.arraycopy(other.leaf, 0, both, size, other.size);
      return new Rope(both, weight + other.weight);
    }
    if (right != null
        && right.leaf != null
        && other.leaf != null
        && right.size + other.size <= SHORT) {
      return new Rope(left, right.join(other));
    }
    return new Rope(this, other);
  }

  /** Visits the leaves' arrays in order. */
  void leaves(Consumer<Object[]> visitor) {
    ArrayDeque<Rope> later = new ArrayDeque<>();
    for (Rope rope = this; rope != null; rope = later.poll()) {
      for (; rope.leaf == null; rope = rope.left) {
        later.push(rope.right);
      }
      visitor.accept(rope.leaf);
    }
  }

  Object[] toArray() {
    Object[] all = new Object[size];
    int[] at = {0};
    leaves(
        part -> {
          System.arraycopy(part, 0, all, at[0], part.length);
          at[0] += part.length;
        });
    return all;
  }
}
