package dev.finestra.sketches;

import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An aggregation by a sketch: up to {@value Partial#FEW} values are held as they are, more in a
 * sketch.
 *
 * <p>Costs: combine O(size of the sketch); O(1) up to {@value Partial#FEW} values.
 *
 * <p>Invariant: a partial result holds a sketch if and only if more than {@value Partial#FEW}
 * values (different ones, for sketches of sets) were combined, whatever the grouping.
 *
 * <p>Reading a sketch may sort it, so only one thread at a time reads one.
 *
 * <p>DataSketches does not validate the bytes that it reads, so a checksum is verified first.
 *
 * @param <K> the sketch
 * @param <O> the result
 */
abstract class SketchAggregation<K, O> extends NamedObjectAggregation<Partial<K>, O>
    implements OwnedObjects<Partial<K>> {
  /** Whether only different values count. */
  private final boolean set;

  private final boolean isText;

  private final Partial<K> identity = new Partial<>();

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

  /** The answer of a partial result that has values and no sketch. */
  O answerFew(Partial<K> few) {
    return answer(sketchOf(few));
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
  public final Partial<K> identity() {
    return identity;
  }

  @Override
  public final Partial<K> lift(Object value) {
    return add(accumulator(), value);
  }

  @Override
  public final Partial<K> accumulator() {
    return new Partial<>();
  }

  @Override
  public final Partial<K> combine(Partial<K> older, Partial<K> newer) {
    Partial<K> both = accumulator();
    addAll(both, older);
    addAll(both, newer);
    return both;
  }

  @Override
  public final Partial<K> combineInto(Partial<K> accumulator, Partial<K> newer) {
    addAll(accumulator, newer);
    return accumulator;
  }

  @Override
  public final Partial<K> add(Partial<K> accumulator, Object value) {
    if (isText) {
      addText(accumulator, (String) value(value));
    } else {
      addKey(accumulator, DoubleWords.of(name(), input(), value));
    }
    return accumulator;
  }

  private void addAll(Partial<K> to, Partial<K> more) {
    K other = more.sketch;
    if (other != null) {
      ensureSketch(to);
      synchronized (other) {
        merge(to.sketch, other);
      }
    }
    for (int i = 0; i < more.count; i++) {
      if (isText) {
        addText(to, more.texts[i]);
      } else {
        addKey(to, more.keys[i]);
      }
    }
  }

  private void addKey(Partial<K> to, long key) {
    if (!to.hold(key, set)) {
      ensureSketch(to);
      updateKey(to.sketch, key);
    }
  }

  private void addText(Partial<K> to, String text) {
    if (!to.hold(text, set)) {
      ensureSketch(to);
      update(to.sketch, text);
    }
  }

  private void ensureSketch(Partial<K> to) {
    if (to.sketch == null) {
      to.become(sketchOf(to));
    }
  }

  private K sketchOf(Partial<K> few) {
    K sketch = fresh();
    for (int i = 0; i < few.count; i++) {
      if (isText) {
        update(sketch, few.texts[i]);
      } else {
        updateKey(sketch, few.keys[i]);
      }
    }
    return sketch;
  }

  /** The number of a key. */
  final Number number(long key) {
    return input() == ValueType.LONG ? (Number) key : (Number) DoubleWords.fromKey(key);
  }

  @Override
  public final O lower(Partial<K> state) {
    K read = state.sketch;
    if (read != null) {
      synchronized (read) {
        return answer(read);
      }
    }
    return state.count == 0 ? empty() : answerFew(state);
  }

  @Override
  public final void write(Partial<K> state, DataOutput out) throws IOException {
    K sketch = state.sketch;
    out.writeBoolean(sketch != null);
    if (sketch == null) {
      ValueCodec.writeValues(input(), values(state), out);
    } else {
      byte[] bytes;
      synchronized (sketch) {
        bytes = bytesOf(sketch);
      }
      ValueCodec.writeBytes(bytes, out);
    }
  }

  private Object[] values(Partial<K> few) {
    Object[] values = new Object[few.count];
    for (int i = 0; i < values.length; i++) {
      values[i] = isText ? few.texts[i] : number(few.keys[i]);
    }
    return values;
  }

  @Override
  public final Partial<K> read(DataInput in) throws IOException {
    Partial<K> read = new Partial<>();
    if (!in.readBoolean()) {
      for (Object value : ValueCodec.readValues(input(), in, Partial.FEW)) {
        if (isText) {
          read.hold((String) value, false);
        } else {
          read.hold(DoubleWords.of(name(), input(), value), false);
        }
      }
      if (set && !read.rises()) {
        throw new IOException("The values of a set are not in order; the bytes are damaged.");
      }
      return read;
    }
    byte[] bytes = ValueCodec.readBytes(in, mostBytes());
    try {
      read.become(sketchOf(bytes));
      return read;
    } catch (RuntimeException damaged) {
      throw new IOException("The bytes of a sketch are damaged: " + damaged.getMessage(), damaged);
    }
  }

  @Override
  public final long bytes(Partial<K> state) {
    return state.bytes() + (state.sketch == null ? 0 : size(state.sketch));
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
