package dev.finestra.flink.internal.aggregate;

import dev.finestra.Algorithm.Trait;
import dev.finestra.SlidingWindows;
import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** One of Flink's aggregate functions over the elements themselves. */
public final class FunctionWindowInput<T, A> implements WindowInput<T> {
  private final AggregateFunction<T, A, ?> function;
  private final TypeSerializer<A> accumulators;
  private final TypeSerializer<T> elements;
  private final boolean checksFirstRows;

  /**
   * @param checksFirstRows whether the first rows of each task are checked
   */
  public FunctionWindowInput(
      AggregateFunction<T, A, ?> function,
      TypeSerializer<A> accumulators,
      TypeSerializer<T> elements,
      boolean checksFirstRows) {
    this.function = function;
    this.accumulators = accumulators;
    this.elements = elements;
    this.checksFirstRows = checksFirstRows;
  }

  private String name() {
    // The class of a lambda has another name in each run; its state is recognized by accumulators.
    Class<?> type = function.getClass();
    return type.isSynthetic() || type.isHidden() ? "a lambda" : type.getName();
  }

  @Override
  public Aggregation<WindowResult> aggregation() {
    return new FunctionAggregation<>(name(), function, accumulators.duplicate());
  }

  private FunctionLaws<T, A> laws() {
    return new FunctionLaws<>(name(), function, accumulators.duplicate(), elements.duplicate());
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
    return new Partials(
        request.described(),
        SlidingWindows.algorithm(request.algorithm()).is(Trait.WHOLE_ON_PAGES),
        List.of(),
        List.of(),
        name(),
        accumulators);
  }

  @Override
  public Object value(T element) {
    return element;
  }
}
