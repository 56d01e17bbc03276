package dev.finestra.flink.internal.aggregate;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import dev.finestra.windowing.WindowResult;
import dev.finestra.windowing.internal.columns.CombineCounter;
import dev.finestra.windowing.internal.columns.InArrivalOrder;
import dev.finestra.windowing.internal.columns.SeenWord;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Set;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;

/**
 * One of Flink's {@link AggregateFunction}s as an aggregation: lift is {@code add} to a new
 * accumulator, combine is {@code merge}, lower is {@code getResult}.
 *
 * <p>The identity has no accumulator and is never merged, so {@code createAccumulator} need not
 * return an identity of {@code merge}. A function may modify its arguments. {@code add} gets an
 * accumulator that only one pane holds. {@code merge} and {@code getResult} get copies, unless the
 * accumulator is not used again, or the serializer says that accumulators are immutable. {@link
 * FunctionWords} needs no copies.
 *
 * <p>When {@code merge} throws, so does the window, with a message that names the function.
 */
class FunctionAggregation<T, A, O> extends NamedObjectAggregation<FunctionAggregation.Partial<A>, O>
    implements OwnedObjects<FunctionAggregation.Partial<A>>, CombineCounter, InArrivalOrder {
  /**
   * One name for all functions: state depends on the accumulators only, and classes get renamed.
   */
  static final String NAME = "function";

  private final String name;
  private final AggregateFunction<T, A, ?> function;
  private final TypeSerializer<A> accumulators;
  private final boolean immutable;
  private long combines;

  /** An accumulator with its number of rows; null if there are none. */
  static final class Partial<A> {
    private long rows;
    private A accumulator;

    Partial(long rows, A accumulator) {
      this.rows = rows;
      this.accumulator = accumulator;
    }
  }

  /** A value that stands for several rows: the partial result of these rows. */
  record CombinedRows(Object partial) {}

  FunctionAggregation(
      String name, AggregateFunction<T, A, ?> function, TypeSerializer<A> accumulators) {
    this(NAME, name, function, accumulators);
  }

  /** The aggregation of windows of a function. */
  static <T, A> Aggregation<WindowResult> of(
      String name, AggregateFunction<T, A, ?> function, TypeSerializer<A> accumulators) {
    AccumulatorWords<A> words = AccumulatorWords.of(accumulators);
    return words == null
        ? new FunctionAggregation<>(name, function, accumulators)
        : new FunctionWords<>(name, function, words);
  }

  /**
   * Makes the aggregation.
   *
   * @param shown its name as an aggregation
   * @param name the method that combines accumulators, for errors
   */
  FunctionAggregation(
      String shown,
      String name,
      AggregateFunction<T, A, ?> function,
      TypeSerializer<A> accumulators) {
    // The input is the element itself. Core has no type for it; this one is never looked at.
    super(shown, ValueType.STRING, Set.of());
    this.name = name;
    this.function = function;
    this.accumulators = accumulators;
    this.immutable = accumulators.isImmutableType();
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
    A both = merge(name, function, own, copy(newer.accumulator));
    return new Partial<>(Math.min(older.rows + newer.rows, SeenWord.MOST_ROWS), both);
  }

  /** Merges two accumulators, which the function may modify. */
  static <A> A merge(String name, AggregateFunction<?, A, ?> function, A older, A newer) {
    A both;
    try {
      both = function.merge(older, newer);
    } catch (RuntimeException thrown) {
      throw new IllegalStateException(
          name
              + " threw "
              + thrown
              + ". Finestra combines accumulators with it; implement or correct it",
          thrown);
    }
    if (both == null) {
      throw new IllegalStateException(
          name + " returned null. Finestra combines accumulators with it; return one");
    }
    return both;
  }

  @Override
  public long combines() {
    return combines;
  }

  @SafeVarargs
  final Object added(T... elements) {
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
    if (value instanceof CombinedRows rows) {
      return (Partial<A>) rows.partial;
    }
    return new Partial<>(1, function.add((T) value, function.createAccumulator()));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Partial<A> add(Partial<A> partial, Object value) {
    if (value instanceof CombinedRows rows) {
      return combineInto(partial, (Partial<A>) rows.partial);
    }
    if (partial.rows == 0) {
      return lift(value);
    }
    combines++;
    A sum = function.add((T) value, partial.accumulator);
    // G1 makes each write of a reference into an old object expensive.
    if (partial.accumulator != sum) {
      partial.accumulator = sum;
    }
    partial.rows = Math.min(partial.rows + 1, SeenWord.MOST_ROWS);
    return partial;
  }

  @Override
  public O lowerOwn(Partial<A> partial) {
    return lower(partial.rows, partial.accumulator);
  }

  @Override
  public O lower(Partial<A> partial) {
    return partial.rows == 0 ? null : lower(partial.rows, copy(partial.accumulator));
  }

  @SuppressWarnings("unchecked")
  private O lower(long rows, A own) {
    return (O) result(rows, function.getResult(own));
  }

  /** The result of a window, from the function's result. */
  Object result(long rows, Object value) {
    return new WindowResult(rows, value);
  }

  @Override
  public void write(Partial<A> partial, DataOutput out) throws IOException {
    out.writeInt((int) partial.rows);
    if (partial.rows > 0) {
      accumulators.serialize(partial.accumulator, view(out));
    }
  }

  @Override
  public Partial<A> read(DataInput in) throws IOException {
    int rows = in.readInt();
    return new Partial<>(rows, rows == 0 ? null : accumulators.deserialize(view(in)));
  }

  // Core writes to Java's data streams, Flink's state backends to Flink's views.

  private static DataOutputView view(DataOutput out) {
    return out instanceof DataOutputView view
        ? view
        : new DataOutputViewStreamWrapper((DataOutputStream) out);
  }

  private static DataInputView view(DataInput in) {
    return in instanceof DataInputView view
        ? view
        : new DataInputViewStreamWrapper((DataInputStream) in);
  }
}
