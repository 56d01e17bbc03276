package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** One of Flink's aggregate functions over the elements themselves. */
final class FunctionIntake<T, A> implements Intake<T> {
  private static final long serialVersionUID = 1L;

  private final AggregateFunction<T, A, ?> function;
  private final TypeSerializer<A> accumulators;
  private final TypeSerializer<T> elements;
  private final boolean isWatched;

  /**
   * @param isWatched whether laws are checked on the first rows of each task
   */
  FunctionIntake(
      AggregateFunction<T, A, ?> function,
      TypeSerializer<A> accumulators,
      TypeSerializer<T> elements,
      boolean isWatched) {
    this.function = function;
    this.accumulators = accumulators;
    this.elements = elements;
    this.isWatched = isWatched;
  }

  private String name() {
    // A lambda's name differs from run to run; a savepoint is told by its accumulators then.
    Class<?> type = function.getClass();
    return type.isSynthetic() || type.isHidden() ? "a lambda" : type.getName();
  }

  @Override
  public Aggregation<Answer> aggregation() {
    return function();
  }

  private FunctionAggregation<T, A, ?> function() {
    return new FunctionAggregation<>(name(), function, accumulators.duplicate());
  }

  private Lawful<T, A, ?> lawful() {
    return new Lawful<>(function(), elements.duplicate());
  }

  @Override
  public void check(List<T> samples) {
    lawful().check(samples, "the samples");
  }

  @Override
  public FirstRows<T> firstRows() {
    return isWatched ? new FirstRows<>(lawful(), elements.duplicate()) : null;
  }

  @Override
  public Partials partials(Plan<T> plan) {
    return new Partials(
        plan.described(), plan.isWhole(this), List.of(), List.of(), name(), accumulators);
  }

  @Override
  public Object value(T element) {
    return element;
  }
}
