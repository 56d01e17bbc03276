package dev.finestra.sketches;

import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * An aggregation by a sketch: up to {@value #FEW} values are held as they are, more in a sketch.
 *
 * <p>Costs: combine O(size of the sketch); O(1) up to {@value #FEW} values.
 *
 * <p>Invariants: (1) a partial result holds a sketch if and only if more than {@value #FEW} values
 * (different ones, for sketches of sets) were combined, whatever the grouping; (2) only
 * accumulators change.
 *
 * <p>Reading a sketch may sort it, so only one thread at a time reads one.
 *
 * <p>DataSketches does not validate the bytes that it reads, so a checksum is verified first.
 *
 * @param <K> the sketch
 * @param <O> the result
 */
abstract class SketchAggregation<K, O> extends NamedObjectAggregation<Partial<K>, O> {
  private static final int FEW = 16;

  /** Whether only different values count. */
  private final boolean set;

  private final Partial<K> identity = new Partial<>(Partial.NONE, null, false);

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
    return new Partial<>(new Object[] {value(value)}, null, false);
  }

  @Override
  public final Partial<K> accumulator() {
    return new Partial<>(Partial.NONE, null, true);
  }

  @Override
  public final Partial<K> combine(Partial<K> older, Partial<K> newer) {
    Partial<K> both = accumulator();
    add(both, older);
    add(both, newer);
    return new Partial<>(both.few, both.sketch, false);
  }

  @Override
  public final Partial<K> combineInto(Partial<K> accumulator, Partial<K> newer) {
    if (!accumulator.filling) {
      return combine(accumulator, newer);
    }
    add(accumulator, newer);
    return accumulator;
  }

  private void add(Partial<K> to, Partial<K> more) {
    if (to.sketch == null && more.sketch == null) {
      Object[] both = joined(to.few, more.few);
      if (both.length <= FEW) {
        to.few = both;
        return;
      }
    }
    if (to.sketch == null) {
      to.sketch = fresh();
      for (Object value : to.few) {
        update(to.sketch, value);
      }
      to.few = Partial.NONE;
    }
    K other = more.sketch;
    if (other != null) {
      synchronized (other) {
        merge(to.sketch, other);
      }
    }
    for (Object value : more.few) {
      update(to.sketch, value);
    }
  }

  private Object[] joined(Object[] a, Object[] b) {
    if (a.length == 0 || b.length == 0) {
      return a.length == 0 ? b : a;
    }
    Object[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return set ? Arrays.stream(both).distinct().sorted().toArray() : both;
  }

  @Override
  public final O lower(Partial<K> state) {
    K read = state.sketch;
    if (read != null) {
      synchronized (read) {
        return answer(read);
      }
    }
    if (state.few.length == 0) {
      return empty();
    }
    K sketch = fresh();
    for (Object value : state.few) {
      update(sketch, value);
    }
    return answer(sketch);
  }

  @Override
  public final void write(Partial<K> state, DataOutput out) throws IOException {
    K sketch = state.sketch;
    out.writeBoolean(sketch != null);
    if (sketch == null) {
      ValueCodec.writeValues(input(), state.few, out);
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
      Object[] few = ValueCodec.readValues(input(), in, FEW);
      for (int i = 1; set && i < few.length; i++) {
        if (compare(few[i - 1], few[i]) >= 0) {
          throw new IOException("The values of a set are not in order; the bytes are damaged.");
        }
      }
      return new Partial<>(few, null, false);
    }
    byte[] bytes = ValueCodec.readBytes(in, mostBytes());
    try {
      return new Partial<>(Partial.NONE, sketchOf(bytes), false);
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
    return state.sketch == null ? 32 + 28L * state.few.length : 64 + size(state.sketch);
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
