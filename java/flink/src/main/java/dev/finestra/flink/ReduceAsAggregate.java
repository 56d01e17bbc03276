package dev.finestra.flink;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * A reduce function, whose accumulator is an element of its own: the first, then what it answers.
 */
final class ReduceAsAggregate<T> implements AggregateFunction<T, T, T> {
  private static final long serialVersionUID = 1L;

  private final ReduceFunction<T> function;
  private final TypeSerializer<T> elements;

  ReduceAsAggregate(ReduceFunction<T> function, TypeSerializer<T> elements) {
    this.function = function;
    this.elements = elements;
  }

  @Override
  public T createAccumulator() {
    return null;
  }

  @Override
  public T add(T value, T accumulator) {
    // A copy: with object reuse the element is written over after this call.
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
      throw new IllegalStateException("the reduce function threw " + thrown, thrown);
    }
  }
}
