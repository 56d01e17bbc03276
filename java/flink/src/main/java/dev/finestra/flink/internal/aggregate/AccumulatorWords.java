package dev.finestra.flink.internal.aggregate;

import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The accumulators of a function as a fixed number of words. A window then holds no objects. */
public interface AccumulatorWords<A> {

  /** A serializer that knows how its accumulators become words. */
  interface Serializer<A> {
    /** Null if they do not. */
    AccumulatorWords<A> words();
  }

  /** How this serializer's accumulators become words; null if they do not. */
  @SuppressWarnings("unchecked")
  static <A> AccumulatorWords<A> of(TypeSerializer<A> accumulators) {
    return accumulators instanceof Serializer<?> serializer
        ? ((Serializer<A>) serializer).words()
        : TupleWords.of(accumulators);
  }

  int count();

  void store(A accumulator, long[] to, int t);

  /** A new accumulator, which the function may modify. */
  A load(long[] from, int f);
}
