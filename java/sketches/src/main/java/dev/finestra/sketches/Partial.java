package dev.finestra.sketches;

import java.util.Arrays;

/**
 * A partial result: the values themselves while they are few, then a sketch of them.
 *
 * <p>A window holds one for each entry, most of them with a single value, so a sketch is made only
 * when there are more. Numbers are held as {@link
 * dev.finestra.internal.aggregation.base.DoubleWords keys}, without objects.
 *
 * @param <K> the sketch
 */
final class Partial<K> {
  /** The most values that are held without a sketch. */
  static final int FEW = 16;

  private static final int ROOM = 8;
  private static final long[] NO_KEYS = {};
  private static final String[] NO_TEXTS = {};

  /** The values, {@link #count} of them, if they are numbers. */
  long[] keys = NO_KEYS;

  /** The values, {@link #count} of them, if they are texts. */
  String[] texts = NO_TEXTS;

  int count;

  /** The sketch; null while there are few values. */
  K sketch;

  /** Continues with this sketch, which has the few values. */
  void become(K sketch) {
    this.sketch = sketch;
    this.keys = NO_KEYS;
    this.texts = NO_TEXTS;
    this.count = 0;
  }

  /**
   * Adds a number if there is no sketch; returns false if there is one, or no room. A set keeps its
   * values sorted, each once.
   */
  boolean hold(long key, boolean isSet) {
    int at = isSet ? Arrays.binarySearch(keys, 0, count, key) : ~count;
    if (at >= 0) {
      return true;
    }
    if (isFull()) {
      return false;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, moreRoom());
    }
    System.arraycopy(keys, ~at, keys, ~at + 1, count - ~at);
    keys[~at] = key;
    count++;
    return true;
  }

  /** As {@link #hold(long, boolean)}, for a text. */
  boolean hold(String text, boolean isSet) {
    int at = isSet ? Arrays.binarySearch(texts, 0, count, text) : ~count;
    if (at >= 0) {
      return true;
    }
    if (isFull()) {
      return false;
    }
    if (count == texts.length) {
      texts = Arrays.copyOf(texts, moreRoom());
    }
    System.arraycopy(texts, ~at, texts, ~at + 1, count - ~at);
    texts[~at] = text;
    count++;
    return true;
  }

  private boolean isFull() {
    return sketch != null || count == FEW;
  }

  private int moreRoom() {
    return count == 0 ? 1 : count < ROOM ? ROOM : FEW;
  }

  /** Whether each value is greater than the one before. */
  boolean rises() {
    for (int i = 1; i < count; i++) {
      boolean isGreater =
          keys.length > 0 ? keys[i - 1] < keys[i] : texts[i - 1].compareTo(texts[i]) < 0;
      if (!isGreater) {
        return false;
      }
    }
    return true;
  }

  /** About how many bytes of heap the partial result takes, without its sketch. */
  long bytes() {
    long ofTexts = 4L * texts.length;
    for (int i = 0; i < count && texts.length > 0; i++) {
      ofTexts += 48 + texts[i].length();
    }
    return 48 + 8L * keys.length + ofTexts;
  }
}
