package dev.finestra.internal.aggregation.collections;

import static dev.finestra.aggregation.ValueConversions.compareTexts;

import dev.finestra.aggregation.ValueConversions;
import java.util.Arrays;

/** A set of texts, in the order of their code points. */
final class TextSet extends ArraySet<String[], TextSet> {
  static final TextSet EMPTY = new TextSet(new String[0], 0);

  private TextSet(String[] values, int size) {
    super(values, size);
  }

  static TextSet of(String value) {
    String[] values = new String[FIRST_ROOM];
    values[0] = value;
    return new TextSet(values, 1);
  }

  /** An empty set to be filled by {@link #addAll}. */
  static TextSet filling() {
    return new TextSet(new String[0], 0);
  }

  /** The set of values that rise strictly, in the same array; null if they do not. */
  static TextSet ofSorted(String[] values) {
    for (int i = 1; i < values.length; i++) {
      if (compareTexts(values[i], values[i - 1]) <= 0) {
        return null;
      }
    }
    return new TextSet(values, values.length);
  }

  @Override
  TextSet make(String[] values, int size) {
    return new TextSet(values, size);
  }

  @Override
  int sort(String[] array, int length) {
    Arrays.sort(array, 0, length, ValueConversions::compareTexts);
    int n = 0;
    for (int i = 0; i < length; i++) {
      if (n == 0 || !array[i].equals(array[n - 1])) {
        array[n++] = array[i];
      }
    }
    Arrays.fill(array, n, length, null);
    return n;
  }

  @Override
  boolean hasAll(String[] large, int largeSize, String[] small, int smallSize) {
    int at = 0;
    for (int i = 0; i < smallSize; i++) {
      at = Arrays.binarySearch(large, at, largeSize, small[i], ValueConversions::compareTexts);
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  int merge(String[] large, int largeSize, String[] small, int smallSize, String[] to) {
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < largeSize && j < smallSize) {
      int order = compareTexts(large[i], small[j]);
      to[n++] = order <= 0 ? large[i] : small[j];
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    System.arraycopy(large, i, to, n, largeSize - i);
    n += largeSize - i;
    System.arraycopy(small, j, to, n, smallSize - j);
    return n + smallSize - j;
  }

  @Override
  long bytes() {
    String[] values = array();
    long texts = 0;
    for (int i = 0; i < filled(); i++) {
      texts += 48 + 2L * values[i].length();
    }
    return 48 + 4L * values.length + texts;
  }
}
