package dev.finestra.sketches;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * An aggregation by a sketch: up to {@value FewNumbers#MOST} values are held as they are, more in a
 * sketch. A window holds a partial result for each entry, most of them with few values.
 *
 * <p>A partial result is the numbers ({@link FewNumbers}), a list of texts, or a sketch.
 *
 * <p>Costs: combine O(size of the sketch); O(1) up to {@value FewNumbers#MOST} values.
 *
 * <p>Invariant: a partial result is a sketch if and only if more than {@value FewNumbers#MOST}
 * values (different ones, for sketches of sets) were combined, whatever the grouping.
 *
 * <p>Reading a sketch may sort it, so only one thread at a time reads one.
 *
 * <p>DataSketches does not validate the bytes that it reads, so a checksum is verified first.
 *
 * @param <K> the sketch
 * @param <O> the result
 */
abstract class SketchAggregation<K, O> extends NamedObjectAggregation<Object, O>
    implements OwnedObjects<Object> {
  /** Whether only different values count. */
  private final boolean set;

  private final boolean isText;

  SketchAggregation(String name, ValueType input, boolean set) {
    this(name, input, set, Property.COMMUTATIVE, Property.FIXED_SIZE);
  }

  SketchAggregation(String name, ValueType input, boolean set, Property... properties) {
    super(name, input, properties);
    this.set = set;
    this.isText = input == ValueType.STRING;
  }

  abstract K fresh();

  /** Adds a value. */
  abstract void update(K sketch, Object value);

  /** Adds a number. */
  void updateKey(K sketch, long key) {
    update(sketch, number(key));
  }

  abstract void merge(K to, K from);

  abstract O answer(K sketch);

  /** The answer of at least one number. */
  O answerFew(long[] few) {
    return answer(sketchOfFew(few));
  }

  abstract byte[] bytesOf(K sketch);

  /**
   * Reads a sketch from its bytes, at most {@link #mostBytes()}; may throw any exception if they
   * are damaged.
   */
  abstract K sketchOf(byte[] bytes) throws IOException;

  abstract int mostBytes();

  @Override
  public abstract O empty();

  @Override
  public final Object identity() {
    return isText ? List.of() : FewNumbers.NONE;
  }

  @Override
  public final Object lift(Object value) {
    return add(accumulator(), value);
  }

  @Override
  public final Object accumulator() {
    return isText ? new ArrayList<String>(FewNumbers.SOME) : FewNumbers.NONE;
  }

  @Override
  public final Object combine(Object older, Object newer) {
    return addAll(addAll(accumulator(), older), newer);
  }

  @Override
  public final Object combineInto(Object accumulator, Object newer) {
    return addAll(accumulator, newer);
  }

  @Override
  public final Object add(Object accumulator, Object value) {
    return isText
        ? addText(accumulator, (String) value(value))
        : addKey(accumulator, DoubleWords.of(name(), input(), value));
  }

  private Object addAll(Object to, Object more) {
    if (isSketch(more)) {
      K sketch = ensureSketch(to);
      synchronized (more) {
        merge(sketch, sketch(more));
      }
      return sketch;
    }
    Object all = to;
    if (isText) {
      for (String text : texts(more)) {
        all = addText(all, text);
      }
    } else {
      long[] few = (long[]) more;
      for (int i = 0; i < FewNumbers.count(few); i++) {
        all = addKey(all, FewNumbers.at(few, i));
      }
    }
    return all;
  }

  private Object addKey(Object to, long key) {
    if (to instanceof long[] few) {
      long[] more = FewNumbers.with(few, key, set);
      if (more != null) {
        return more;
      }
    }
    K sketch = ensureSketch(to);
    updateKey(sketch, key);
    return sketch;
  }

  private Object addText(Object to, String text) {
    if (!isSketch(to)) {
      List<String> few = texts(to);
      int at = set ? Collections.binarySearch(few, text) : ~few.size();
      if (at >= 0) {
        return to;
      }
      if (few.size() < FewNumbers.MOST) {
        few.add(~at, text);
        return to;
      }
    }
    K sketch = ensureSketch(to);
    update(sketch, text);
    return sketch;
  }

  private static boolean isSketch(Object state) {
    return !(state instanceof long[] || state instanceof List);
  }

  @SuppressWarnings("unchecked")
  private K sketch(Object state) {
    return (K) state;
  }

  @SuppressWarnings("unchecked")
  private static List<String> texts(Object state) {
    return (List<String>) state;
  }

  private K ensureSketch(Object state) {
    return isSketch(state) ? sketch(state) : sketchOfFew(state);
  }

  private K sketchOfFew(Object few) {
    K sketch = fresh();
    if (isText) {
      texts(few).forEach(text -> update(sketch, text));
    } else {
      long[] numbers = (long[]) few;
      for (int i = 0; i < FewNumbers.count(numbers); i++) {
        updateKey(sketch, FewNumbers.at(numbers, i));
      }
    }
    return sketch;
  }

  /** The number of a key. */
  final Number number(long key) {
    return input() == ValueType.LONG ? (Number) key : (Number) DoubleWords.fromKey(key);
  }

  @Override
  public final O lower(Object state) {
    if (state instanceof long[] few) {
      return FewNumbers.count(few) == 0 ? empty() : answerFew(few);
    }
    if (state instanceof List<?> few) {
      return few.isEmpty() ? empty() : answer(sketchOfFew(few));
    }
    synchronized (state) {
      return answer(sketch(state));
    }
  }

  @Override
  public final void write(Object state, DataOutput out) throws IOException {
    out.writeBoolean(isSketch(state));
    if (isSketch(state)) {
      byte[] bytes;
      synchronized (state) {
        bytes = bytesOf(sketch(state));
      }
      ValueCodec.writeBytes(bytes, out);
    } else {
      ValueCodec.writeValues(input(), values(state), out);
    }
  }

  private Object[] values(Object few) {
    if (isText) {
      return texts(few).toArray();
    }
    long[] numbers = (long[]) few;
    Object[] values = new Object[FewNumbers.count(numbers)];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(FewNumbers.at(numbers, i));
    }
    return values;
  }

  @Override
  public final Object read(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return readFew(in);
    }
    byte[] bytes = ValueCodec.readBytes(in, mostBytes());
    try {
      return sketchOf(bytes);
    } catch (RuntimeException damaged) {
      throw new IOException("The bytes of a sketch are damaged: " + damaged.getMessage(), damaged);
    }
  }

  private Object readFew(DataInput in) throws IOException {
    Object few = accumulator();
    Object[] values = ValueCodec.readValues(input(), in, FewNumbers.MOST);
    for (Object value : values) {
      few = add(few, value);
    }
    if (set && !Arrays.equals(values, values(few))) {
      throw new IOException("The values of a set are not in order; the bytes are damaged.");
    }
    return few;
  }

  @Override
  public final long bytes(Object state) {
    if (state instanceof long[] few) {
      return 16 + 8L * few.length;
    }
    return isText && !isSketch(state)
        ? 48 + texts(state).stream().mapToLong(text -> 52 + text.length()).sum()
        : size(sketch(state));
  }

  /** About how many bytes of heap a sketch takes. */
  long size(K sketch) {
    return bytesOf(sketch).length;
  }

  /** The input of a hash: a long for a number; for a text, its characters and one more. */
  final Object hashed(Object value) {
    return switch (input()) {
      case LONG -> value;
      case DOUBLE -> (Object) Double.doubleToLongBits((Double) value);
      // The sketches skip an empty text.
      case STRING -> (value + "\uffff").toCharArray();
    };
  }
}
