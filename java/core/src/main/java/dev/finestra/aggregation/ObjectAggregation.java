package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An aggregation whose partial result is an object. Partial results are values: combine changes
 * neither argument, and may return one of them. Two threads may read a partial result at once:
 * Flink writes a checkpoint of its heap while the task continues.
 *
 * @param <S> the partial result
 * @param <O> the result of lower
 */
public abstract non-sealed class ObjectAggregation<S, O> implements Aggregation<O> {

  public abstract S identity();

  public abstract S combine(S older, S newer);

  /**
   * Combines into {@code accumulator}, if that saves copies; the result replaces it. The
   * accumulator was made by {@link #accumulator()}, or returned by this method or {@link #add}, and
   * nothing else refers to it. A window may keep it as a partial result and combine more into it.
   * Results of {@link #lower} must not change with it.
   */
  public S combineInto(S accumulator, S newer) {
    return combine(accumulator, newer);
  }

  /**
   * Adds a value to {@code accumulator}, as {@link #combineInto} adds the lifted value; the result
   * replaces it. Override it to save an object for each value.
   */
  public S add(S accumulator, Object value) {
    return combineInto(accumulator, lift(value));
  }

  /** A fresh identity that {@link #combineInto} and {@link #add} may change. */
  public S accumulator() {
    return identity();
  }

  /**
   * Removes {@code oldest} from {@code total} = oldest ⊗ rest and returns rest; to be overridden if
   * the aggregation is {@link Property#INVERTIBLE}.
   */
  public S uncombine(S total, S oldest) {
    throw new UnsupportedOperationException("'" + name() + "' has no inverse.");
  }

  /** Lifts a value, or a row of several columns; never called with null. */
  public abstract S lift(Object value);

  public S lift(long value) {
    return lift((Object) value);
  }

  public S lift(double value) {
    return lift((Object) value);
  }

  public abstract O lower(S state);

  /** {@link #lower} as a long; throws if the result is no long. */
  public long lowerLong(S state) {
    return NumericResults.toLong(this, lower(state));
  }

  /** {@link #lower} as a double; throws if the result is no number. */
  public double lowerDouble(S state) {
    return NumericResults.toDouble(this, lower(state));
  }

  /** Writes a partial result for a snapshot. */
  public abstract void write(S state, DataOutput out) throws IOException;

  /**
   * Reads what {@link #write} wrote. Throws an {@link IOException} for damaged bytes, and checks
   * lengths before it allocates.
   */
  public abstract S read(DataInput in) throws IOException;

  /** About how many bytes of heap a partial result holds, without those that others share. */
  public long bytes(S state) {
    return 64;
  }

  @Override
  public String toString() {
    return ValueConversions.described(this);
  }
}
