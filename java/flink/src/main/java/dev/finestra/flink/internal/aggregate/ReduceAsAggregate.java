package dev.finestra.flink.internal.aggregate;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * A reduce function as an aggregate function. Its accumulator is an element: a copy of the first
 * one, then the results of reducing.
 */
public record ReduceAsAggregate<T>(ReduceFunction<T> function, TypeSerializer<T> elements)
    implements AggregateFunction<T, T, T> {

  @Override
  public T createAccumulator() {
    return null;
  }

  @Override
  public T add(T value, T accumulator) {
    // A copy, because with object reuse Flink overwrites the element after this call.
    return accumulator == null ? elements.copy(value) : merge(accumulator, value);
  }

  @Override
  public T getResult(T accumulator) {
    return accumulator;
  }

  @Override
  public T merge(T older, T newer) {
    try {
      return function.reduce(older, newer);
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception thrown) {
      throw new IllegalStateException("The reduce function threw " + thrown, thrown);
    }
  }
}
