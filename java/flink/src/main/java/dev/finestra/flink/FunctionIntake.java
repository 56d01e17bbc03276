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

  FunctionIntake(AggregateFunction<T, A, ?> function, TypeSerializer<A> accumulators) {
    this.function = function;
    this.accumulators = accumulators;
  }

  private String name() {
    // A lambda's name differs from run to run; a savepoint is told by its accumulators then.
    Class<?> type = function.getClass();
    return type.isSynthetic() || type.isHidden() ? "a lambda" : type.getName();
  }

  @Override
  public Aggregation<Answer> aggregation() {
    return new FunctionAggregation<>(name(), function, accumulators.duplicate());
  }

  @Override
  public Partials partials(String windows) {
    return new Partials(windows, List.of(), name(), accumulators);
  }

  @Override
  public Object value(T element) {
    return element;
  }
}
