package dev.finestra.flink.internal.aggregate;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * One of Flink's aggregate functions over the elements themselves.
 *
 * @param checksFirstRows whether the first rows of each task are checked
 */
public record FunctionWindowInput<T, A>(
    AggregateFunction<T, A, ?> function,
    TypeSerializer<A> accumulators,
    TypeSerializer<T> elements,
    boolean checksFirstRows)
    implements WindowInput<T> {

  private String name() {
    // The class of a lambda has another name in each run; its state is recognized by accumulators.
    Object named = function instanceof ReduceAsAggregate<?> reduce ? reduce.function() : function;
    Class<?> type = named.getClass();
    return type.isSynthetic() || type.isHidden() ? "a lambda" : type.getName();
  }

  /** The method that combines two accumulators, for errors. */
  private String method() {
    return name() + (function instanceof ReduceAsAggregate ? ".reduce" : ".merge");
  }

  @Override
  public Aggregation<WindowResult> aggregation() {
    return FunctionAggregation.of(method(), function, accumulators.duplicate());
  }

  private FunctionLaws<T, A> laws() {
    return new FunctionLaws<>(method(), function, accumulators.duplicate(), elements.duplicate());
  }

  @Override
  public void check(List<T> samples) {
    laws().check(samples, "the samples");
  }

  @Override
  public FirstRowsCheck<T> firstRows() {
    return checksFirstRows ? new FirstRowsCheck<>(laws(), elements.duplicate()) : null;
  }

  @Override
  public Partials partials(WindowRequest request) {
    return Partials.of(request, List.of(), List.of(), name(), accumulators);
  }

  @Override
  public boolean keepsElements() {
    return true;
  }

  @Override
  public Object valueOfPartial(Object partial) {
    return new FunctionAggregation.CombinedRows(partial);
  }

  @Override
  public Object value(T element) {
    return element;
  }
}
