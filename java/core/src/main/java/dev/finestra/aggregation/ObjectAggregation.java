package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An aggregation whose partial aggregate is an object. Partial aggregates are values: combine
 * changes neither argument, and may answer one of them. Two threads may read one at once: Flink
 * writes a checkpoint of its heap beside the task.
 *
 * @param <S> the partial aggregate
 * @param <O> what lower answers
 */
public abstract non-sealed class ObjectAggregation<S, O> implements Aggregation<O> {

  public abstract S identity();

  public abstract S combine(S older, S newer);

  /**
   * Combines into {@code accumulator}, which no one else holds, where that saves copies; the result
   * replaces it. {@link #accumulator()} made it.
   */
  public S combineInto(S accumulator, S newer) {
    return combine(accumulator, newer);
  }

  /** A fresh identity that {@link #combineInto} may change. */
  public S accumulator() {
    return identity();
  }

  /**
   * Takes {@code oldest} out of {@code total} = oldest ⊗ rest, giving rest; for {@link
   * Property#INVERTIBLE} ones.
   */
  public S uncombine(S total, S oldest) {
    throw new UnsupportedOperationException(name() + " has no inverse");
  }

  /** Lifts a value, or a row where there are several columns; never null. */
  public abstract S lift(Object value);

  public S lift(long value) {
    return lift((Object) value);
  }

  public S lift(double value) {
    return lift((Object) value);
  }

  public abstract O lower(S state);

  /** {@link #lower} as a long; refuses where the answer is none. */
  public long lowerLong(S state) {
    return Answers.toLong(this, lower(state));
  }

  /** {@link #lower} as a double; refuses where the answer is no number. */
  public double lowerDouble(S state) {
    return Answers.toDouble(this, lower(state));
  }

  /** Writes a partial aggregate for a snapshot. */
  public abstract void write(S state, DataOutput out) throws IOException;

  /**
   * Reads what {@link #write} wrote; refuses damage with an {@link IOException}, and checks lengths
   * before it takes memory.
   */
  public abstract S read(DataInput in) throws IOException;

  /** About how many bytes of heap a partial aggregate holds, but for those that others hold too. */
  public long bytes(S state) {
    return 64;
  }

  @Override
  public String toString() {
    return Values.described(this);
  }
}
