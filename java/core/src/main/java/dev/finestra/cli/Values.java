package dev.finestra.cli;

import dev.finestra.SlidingWindow;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.aggregation.Aggregation.ValueType;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the values of a replay and puts them into its window: primitive where there is one column
 * of numbers, objects where there are several columns, strings or nulls.
 */
final class Values {
  private final ValueType type;
  private final int columns;
  private final boolean primitive;
  private final boolean wholeWord;
  private final Aggregation<?> aggregation;
  private List<ValueType> rowTypes = List.of();

  private long[] times = new long[16];
  private long[] longs = new long[16];
  private double[] doubles = new double[16];
  private Object[] objects = new Object[16];
  private int count;
  private boolean boxed;

  Values(Aggregation<?> aggregation) {
    this.aggregation = aggregation;
    this.type = aggregation.input();
    this.columns = aggregation.columns();
    this.primitive = columns == 1 && type != ValueType.STRING;
    this.wholeWord = columns == 1 && type == ValueType.STRING;
  }

  /** Forgets what was read. */
  void clear() {
    count = 0;
    boxed = !primitive;
  }

  /** Reads one value. */
  void add(long time, Line line) throws BadInput {
    if (count == times.length) {
      grow();
    }
    if (!boxed && !line.isPlain()) {
      box();
    }
    if (boxed) {
      objects[count] = object(line);
    } else if (type == ValueType.LONG) {
      longs[count] = line.takeLong("value", false);
    } else {
      doubles[count] = line.takeDouble(false);
    }
    times[count++] = time;
  }

  /** Inserts the one value that was read. */
  void insert(SlidingWindow<Object> window) {
    if (boxed) {
      window.insert(times[0], objects[0]);
    } else if (type == ValueType.LONG) {
      window.insert(times[0], longs[0]);
    } else {
      window.insert(times[0], doubles[0]);
    }
  }

  /** Inserts all values that were read, as a bulk. */
  void bulkInsert(SlidingWindow<Object> window) {
    if (boxed) {
      window.bulkInsert(times, objects, 0, count);
      Arrays.fill(objects, 0, count, null);
    } else if (type == ValueType.LONG) {
      window.bulkInsert(times, longs, 0, count);
    } else {
      window.bulkInsert(times, doubles, 0, count);
    }
  }

  private void grow() {
    times = Arrays.copyOf(times, 2 * count);
    longs = Arrays.copyOf(longs, 2 * count);
    doubles = Arrays.copyOf(doubles, 2 * count);
    objects = Arrays.copyOf(objects, 2 * count);
  }

  private void box() {
    for (int i = 0; i < count; i++) {
      objects[i] = type == ValueType.LONG ? (Object) longs[i] : (Object) doubles[i];
    }
    boxed = true;
  }

  /**
   * The next value: a word of text with all its commas, or as many columns as commas make of it. A
   * word that begins with a quoted text is never one text with commas.
   */
  private Object object(Line line) throws BadInput {
    if (line.takeNull(false)) {
      return null;
    }
    int parts = wholeWord && !line.isQuoted() ? 1 : line.countParts();
    return parts == 1 && columns == 1 ? part(line, type, false) : row(line, parts);
  }

  private Object[] row(Line line, int parts) throws BadInput {
    if (rowTypes.size() != parts) {
      rowTypes = aggregation.row(parts);
    }
    Object[] row = new Object[parts];
    for (int i = 0; i < parts; i++) {
      row[i] = line.takeNull(true) ? null : part(line, rowTypes.get(i), true);
      line.takeComma();
    }
    return row;
  }

  private static Object part(Line line, ValueType type, boolean untilComma) throws BadInput {
    return switch (type) {
      case LONG -> line.takeLong("value", untilComma);
      case DOUBLE -> line.takeDouble(untilComma);
      case STRING -> line.takeString(untilComma);
    };
  }
}
