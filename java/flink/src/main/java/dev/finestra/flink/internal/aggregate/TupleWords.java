package dev.finestra.flink.internal.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.ByteSerializer;
import org.apache.flink.api.common.typeutils.base.CharSerializer;
import org.apache.flink.api.common.typeutils.base.DoubleSerializer;
import org.apache.flink.api.common.typeutils.base.FloatSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.ShortSerializer;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;

/**
 * Accumulators that are numbers or truth values, or tuples of them.
 *
 * @param tuples makes tuples; null if an accumulator is a single value
 * @param blank a tuple to copy, which costs less than making one; null if a copy would be of
 *     another class, as that of a subclass is
 */
record TupleWords<A>(TupleSerializer<?> tuples, Tuple blank, List<Box> fields)
    implements AccumulatorWords<A> {
  private static final Map<Class<?>, Box> BOXES =
      Map.of(
          LongSerializer.class, new Box(v -> (Long) v, w -> w),
          IntSerializer.class, new Box(v -> (Integer) v, w -> (int) w),
          ShortSerializer.class, new Box(v -> (Short) v, w -> (short) w),
          ByteSerializer.class, new Box(v -> (Byte) v, w -> (byte) w),
          CharSerializer.class, new Box(v -> (Character) v, w -> (char) w),
          BooleanSerializer.class, new Box(v -> (Boolean) v ? 1 : 0, w -> w != 0),
          FloatSerializer.class,
              new Box(v -> Float.floatToRawIntBits((Float) v), w -> Float.intBitsToFloat((int) w)),
          DoubleSerializer.class,
              new Box(v -> Double.doubleToRawLongBits((Double) v), Double::longBitsToDouble));

  /** A boxed value as a word, and back. */
  private record Box(ToLongFunction<Object> word, LongFunction<Object> value) {}

  /** Null if this serializer's accumulators are of other types. */
  static <A> TupleWords<A> of(TypeSerializer<A> accumulators) {
    TupleSerializer<?> tuples = accumulators instanceof TupleSerializer<?> t ? t : null;
    List<TypeSerializer<?>> fields =
        tuples == null ? List.of(accumulators) : List.of(tuples.getFieldSerializers());
    List<Box> boxes = new ArrayList<>();
    for (TypeSerializer<?> field : fields) {
      Box box = BOXES.get(field.getClass());
      if (box == null) {
        return null;
      }
      boxes.add(box);
    }
    return new TupleWords<>(tuples, tuples == null ? null : blank(tuples), boxes);
  }

  private static Tuple blank(TupleSerializer<?> tuples) {
    Tuple blank = (Tuple) tuples.createInstance(new Object[tuples.getArity()]);
    return blank.copy().getClass() == blank.getClass() ? blank : null;
  }

  @Override
  public int count() {
    return fields.size();
  }

  @Override
  public void store(A accumulator, long[] to, int t) {
    for (int i = 0; i < fields.size(); i++) {
      Object value = tuples == null ? accumulator : ((Tuple) accumulator).getField(i);
      if (value == null) {
        throw new IllegalStateException(
            "An accumulator is null, or has a null field, which Flink's serializer rejects too;"
                + " return a value that stands for none, such as 0");
      }
      to[t + i] = fields.get(i).word.applyAsLong(value);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public A load(long[] from, int f) {
    if (tuples == null) {
      return (A) fields.get(0).value.apply(from[f]);
    }
    // A young object: G1 makes writes of references into old ones expensive.
    Tuple tuple = blank == null ? (Tuple) tuples.createInstance(new Object[count()]) : blank.copy();
    for (int i = 0; i < fields.size(); i++) {
      tuple.setField(fields.get(i).value.apply(from[f + i]), i);
    }
    return (A) tuple;
  }
}
