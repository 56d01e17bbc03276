package dev.finestra.sketches;

import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

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

  private final Partial<K> identity = new Partial<>();

  SketchAggregation(String name, ValueType input, boolean set) {
    this(name, input, set, Property.COMMUTATIVE, Property.FIXED_SIZE);
  }

  SketchAggregation(String name, ValueType input, boolean set, Property... properties) {
    super(name, input, properties);
    this.set = set;
  }

  abstract K fresh();

  /** Adds a value. */
  abstract void update(K sketch, Object value);

  abstract void merge(K to, K from);

  abstract O answer(K sketch);

  /** The answer that a sketch of a few values would give. */
  O answer(Object[] few, int count) {
    return answer(sketchOf(few, count));
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
    return new Partial<>(value(value));
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
    addOne(accumulator, value(value));
    return accumulator;
  }

  private void addAll(Partial<K> to, Partial<K> more) {
    K other = more.sketch;
    if (other != null) {
      sketch(to);
      synchronized (other) {
        merge(to.sketch, other);
      }
    }
    for (int i = 0; i < more.count; i++) {
      addOne(to, more.few[i]);
    }
  }

  private void addOne(Partial<K> to, Object value) {
    if (!(set ? to.holdInOrder(value) : to.hold(value))) {
      sketch(to);
      update(to.sketch, value);
    }
  }

  private void sketch(Partial<K> to) {
    if (to.sketch == null) {
      to.become(sketchOf(to.few, to.count));
    }
  }

  private K sketchOf(Object[] values, int count) {
    K sketch = fresh();
    for (int i = 0; i < count; i++) {
      update(sketch, values[i]);
    }
    return sketch;
  }

  @Override
  public final O lower(Partial<K> state) {
    K read = state.sketch;
    if (read != null) {
      synchronized (read) {
        return answer(read);
      }
    }
    return state.count == 0 ? empty() : answer(state.few, state.count);
  }

  @Override
  public final void write(Partial<K> state, DataOutput out) throws IOException {
    K sketch = state.sketch;
    out.writeBoolean(sketch != null);
    if (sketch == null) {
      ValueCodec.writeValues(input(), Arrays.copyOf(state.few, state.count), out);
    } else {
      byte[] bytes;
      synchronized (sketch) {
        bytes = bytesOf(sketch);
      }
      ValueCodec.writeBytes(bytes, out);
    }
  }

  @Override
  public final Partial<K> read(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      Object[] few = ValueCodec.readValues(input(), in, Partial.FEW);
      for (int i = 1; set && i < few.length; i++) {
        if (compare(few[i - 1], few[i]) >= 0) {
          throw new IOException("The values of a set are not in order; the bytes are damaged.");
        }
      }
      return new Partial<>(few);
    }
    byte[] bytes = ValueCodec.readBytes(in, mostBytes());
    try {
      Partial<K> read = new Partial<>();
      read.become(sketchOf(bytes));
      return read;
    } catch (RuntimeException damaged) {
      throw new IOException("The bytes of a sketch are damaged: " + damaged.getMessage(), damaged);
    }
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  @Override
  public final long bytes(Partial<K> state) {
    return state.sketch == null ? 32 + 28L * state.count : 64 + size(state.sketch);
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
