package dev.finestra.sketches;

import java.util.Arrays;

/**
 * A partial result: the values themselves while they are few, then a sketch of them.
 *
 * <p>A window holds one for each entry, most of them with a single value, so a sketch is made only
 * when there are more.
 *
 * @param <K> the sketch
 */
final class Partial<K> {
  /** The most values that are held without a sketch. */
  static final int FEW = 16;

  private static final Object[] NONE = {};

  /** The values, {@link #count} of them; none if there is a sketch. */
  Object[] few;

  int count;

  /** The sketch; null while there are few values. */
  K sketch;

  /** Without a sketch. */
  Partial(Object... few) {
    this.few = few;
    this.count = few.length;
  }

  /** Continues with this sketch, which has the few values. */
  void become(K sketch) {
    this.sketch = sketch;
    this.few = NONE;
    this.count = 0;
  }

  /** Adds a value if there is no sketch; returns false if there is one, or no room. */
  boolean hold(Object value) {
    return holdAt(count, value);
  }

  /** As {@link #hold}, but keeps the values sorted, each once. */
  boolean holdInOrder(Object value) {
    int at = Arrays.binarySearch(few, 0, count, value);
    return at >= 0 || holdAt(~at, value);
  }

  private boolean holdAt(int at, Object value) {
    if (sketch != null || count == FEW) {
      return false;
    }
    if (count == few.length) {
      few = Arrays.copyOf(few, count == 0 ? 1 : Math.min(FEW, Math.max(8, 2 * count)));
    }
    System.arraycopy(few, at, few, at + 1, count - at);
    few[at] = value;
    count++;
    return true;
  }
}
