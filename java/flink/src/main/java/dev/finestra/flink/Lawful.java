package dev.finestra.flink;

import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.aggregation.Violation;
import dev.finestra.flink.FunctionAggregation.Partial;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * A function's aggregation whose answers are {@linkplain Plain plain}, for its laws to be checked:
 * windows that overlap share combined rows, so that {@code merge} must be associative, and must
 * agree with {@code add}.
 *
 * <p>Costs: a few thousand combines for a handful of elements.
 *
 * <p>When a law does not hold, or {@code merge} throws, an {@link IllegalStateException} says which
 * law, of which function, for which elements.
 */
final class Lawful<T, A, R> extends ObjectAggregation<Partial<A>, Object> {
  private final FunctionAggregation<T, A, R> function;
  private final TypeSerializer<T> elements;

  Lawful(FunctionAggregation<T, A, R> function, TypeSerializer<T> elements) {
    this.function = function;
    this.elements = elements;
  }

  /**
   * Checks all that can be checked on some rows.
   *
   * @param where where the rows are of: the samples, or the first rows
   */
  void check(List<T> rows, String where) {
    // Laws hold where both sides throw; a merge that throws is of no use all the same.
    for (T older : rows) {
      for (T newer : rows) {
        Object merged = lower(combine(lift(older), lift(newer)));
        Object added = Plain.of(function.added(elements.copy(older), elements.copy(newer)));
        if (!Plain.near(merged, added)) {
          throw new IllegalStateException(
              name()
                  + ".merge does not agree with its add, on "
                  + where
                  + ": merged, "
                  + older
                  + " and "
                  + newer
                  + " answer "
                  + merged
                  + ", and added one after the other "
                  + added
                  + "; Finestra combines by merge, so that both must be the same");
        }
      }
    }
    List<Violation> found = Aggregations.checkLaws(this, rows);
    if (!found.isEmpty()) {
      throw new IllegalStateException(
          name()
              + ".merge breaks a law, on "
              + where
              + ": "
              + found.get(0)
              + "; Finestra combines by merge in any grouping, so that it must be associative");
    }
  }

  @Override
  public String name() {
    return function.functionName();
  }

  @Override
  public ValueType input() {
    return function.input();
  }

  @Override
  public Set<Property> properties() {
    return function.properties();
  }

  @Override
  public Object empty() {
    return null;
  }

  @Override
  public Partial<A> identity() {
    return function.identity();
  }

  @Override
  @SuppressWarnings("unchecked")
  public Partial<A> lift(Object value) {
    // A copy, since a function may change what it is given, and the element is lifted again.
    return function.lift(elements.copy((T) value));
  }

  @Override
  public Partial<A> combine(Partial<A> older, Partial<A> newer) {
    return function.combine(older, newer);
  }

  @Override
  public Partial<A> combineInto(Partial<A> accumulator, Partial<A> newer) {
    return function.combineInto(accumulator, newer);
  }

  @Override
  public Object lower(Partial<A> partial) {
    Answer answer = function.lower(partial);
    return answer == null ? null : Plain.of(answer.value());
  }

  @Override
  public void write(Partial<A> partial, DataOutput out) throws IOException {
    function.write(partial, out);
  }

  @Override
  public Partial<A> read(DataInput in) throws IOException {
    return function.read(in);
  }
}
