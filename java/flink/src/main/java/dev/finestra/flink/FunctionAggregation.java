package dev.finestra.flink;

import dev.finestra.aggregation.ObjectAggregation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Any of Flink's {@link AggregateFunction}s as an aggregation: lift is {@code add} to a fresh
 * accumulator, combine is {@code merge}, lower is {@code getResult}.
 *
 * <p>The identity has no accumulator and never meets {@code merge}, so that {@code
 * createAccumulator} need be no identity of it. A function may change what it is given: it is given
 * copies, where the serializer does not say that accumulators are immutable.
 *
 * <p>When {@code merge} throws, so does the window, with a sentence that names the function.
 */
final class FunctionAggregation<T, A, R>
    extends ObjectAggregation<FunctionAggregation.Partial<A>, Answer> implements Counted {
  private final String name;
  private final AggregateFunction<T, A, R> function;
  private final TypeSerializer<A> accumulators;
  private final boolean immutable;
  private long combines;

  /** An accumulator of so many rows; null of none. */
  record Partial<A>(long rows, A accumulator) {}

  FunctionAggregation(
      String name, AggregateFunction<T, A, R> function, TypeSerializer<A> accumulators) {
    this.name = name;
    this.function = function;
    this.accumulators = accumulators;
    this.immutable = accumulators.isImmutableType();
  }

  /** The same for all functions: a savepoint goes by the accumulators, and classes are renamed. */
  @Override
  public String name() {
    return "function";
  }

  /** What messages call it. */
  String functionName() {
    return name;
  }

  @Override
  public ValueType input() {
    // What comes in is the element itself, which no type of core's names.
    return ValueType.STRING;
  }

  @Override
  public Set<Property> properties() {
    return Set.of();
  }

  @Override
  public Answer empty() {
    return null;
  }

  @Override
  public Partial<A> identity() {
    return new Partial<>(0, null);
  }

  @Override
  public Partial<A> combine(Partial<A> older, Partial<A> newer) {
    if (older.rows == 0 || newer.rows == 0) {
      return older.rows == 0 ? newer : older;
    }
    return merged(copy(older.accumulator), older, newer);
  }

  @Override
  public Partial<A> combineInto(Partial<A> accumulator, Partial<A> newer) {
    if (newer.rows == 0) {
      return accumulator;
    }
    return accumulator.rows == 0
        ? new Partial<>(newer.rows, copy(newer.accumulator))
        : merged(accumulator.accumulator, accumulator, newer);
  }

  private Partial<A> merged(A own, Partial<A> older, Partial<A> newer) {
    combines++;
    A both;
    try {
      both = function.merge(own, copy(newer.accumulator));
    } catch (RuntimeException thrown) {
      throw new IllegalStateException(
          name
              + ".merge threw "
              + thrown
              + "; Finestra combines by merge, so the function needs one that works",
          thrown);
    }
    if (both == null) {
      throw new IllegalStateException(
          name
              + ".merge answered null; Finestra combines by merge, so the function needs one that"
              + " works");
    }
    return new Partial<>(Math.min(older.rows + newer.rows, Head.MOST_ROWS), both);
  }

  @Override
  public long combines() {
    return combines;
  }

  /** What the function answers where it adds elements one after the other. */
  @SafeVarargs
  final R added(T... elements) {
    A accumulator = function.createAccumulator();
    for (T element : elements) {
      accumulator = function.add(element, accumulator);
    }
    return function.getResult(accumulator);
  }

  private A copy(A accumulator) {
    return immutable ? accumulator : accumulators.copy(accumulator);
  }

  @Override
  @SuppressWarnings("unchecked")
  public Partial<A> lift(Object value) {
    return new Partial<>(1, function.add((T) value, function.createAccumulator()));
  }

  @Override
  public Answer lower(Partial<A> partial) {
    return partial.rows == 0
        ? null
        : new Answer(partial.rows, function.getResult(copy(partial.accumulator)));
  }

  @Override
  public void write(Partial<A> partial, DataOutput out) throws IOException {
    out.writeInt((int) partial.rows);
    if (partial.rows > 0) {
      accumulators.serialize(partial.accumulator, Views.of(out));
    }
  }

  @Override
  public Partial<A> read(DataInput in) throws IOException {
    int rows = in.readInt();
    return new Partial<>(rows, rows == 0 ? null : accumulators.deserialize(Views.of(in)));
  }
}
