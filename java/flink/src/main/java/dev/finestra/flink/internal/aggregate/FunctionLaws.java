package dev.finestra.flink.internal.aggregate;

import dev.finestra.aggregation.Aggregations;
import dev.finestra.aggregation.Violation;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Checks the laws of a function: windows that overlap share partial results, so {@code merge} must
 * be associative and agree with {@code add}. This is the function's aggregation with {@linkplain
 * ComparableResult comparable} results, as core's check of laws needs them.
 *
 * <p>Costs: a few thousand combines for a handful of elements.
 *
 * <p>When a law does not hold, or {@code merge} throws, an {@link IllegalStateException} names the
 * function, the law and the elements.
 */
final class FunctionLaws<T, A> extends FunctionAggregation<T, A, Object> {
  private final TypeSerializer<T> elements;

  FunctionLaws(
      String name,
      AggregateFunction<T, A, ?> function,
      TypeSerializer<A> accumulators,
      TypeSerializer<T> elements) {
    super(name, name, function, accumulators);
    this.elements = elements;
  }

  /**
   * Checks the function on some rows.
   *
   * @param where where the rows come from, for the message: the samples, or the first rows
   */
  void check(List<T> rows, String where) {
    // Core's check accepts a law if both sides throw; here, a merge that throws is an error.
    for (T older : rows) {
      for (T newer : rows) {
        Object merged = lower(combine(lift(older), lift(newer)));
        Object added = ComparableResult.of(added(elements.copy(older), elements.copy(newer)));
        if (!ComparableResult.near(merged, added)) {
          throw new IllegalStateException(
              ("%s does not agree with its add, on %s: merging %s and %s returns %s, adding"
                      + " them one by one returns %s. Finestra uses both, so"
                      + " they must be equal; correct one of them")
                  .formatted(name(), where, older, newer, merged, added));
        }
      }
    }
    List<Violation> found = Aggregations.checkLaws(this, rows);
    if (!found.isEmpty()) {
      throw new IllegalStateException(
          ("%s breaks a law, on %s: %s. Finestra merges accumulators in any grouping, so"
                  + " it must be associative; correct it")
              .formatted(name(), where, found.get(0)));
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public Partial<A> lift(Object value) {
    // A copy, because a function may modify the element, and it is lifted again.
    return super.lift(elements.copy((T) value));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Partial<A> add(Partial<A> partial, Object value) {
    return super.add(partial, elements.copy((T) value));
  }

  @Override
  Object result(long rows, Object value) {
    return ComparableResult.of(value);
  }
}
