package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import java.io.Serializable;
import java.util.List;

/**
 * What goes into a window: the aggregation, and the value of an element that it lifts.
 *
 * @param <T> the elements
 */
interface Intake<T> extends Serializable {

  /** The aggregation, made anew in each task. */
  Aggregation<Answer> aggregation();

  /** What state is of, where windows are planned so. */
  Partials partials(Plan<T> plan);

  /** What a window without rows answers, beside others that have some; null for functions. */
  default Answer none() {
    return null;
  }

  /** Checks the laws on some elements; fails with a sentence where one does not hold. */
  void check(List<T> samples) throws Exception;

  /** What checks the laws on the first rows that come; null where nothing does. */
  default FirstRows<T> firstRows() {
    return null;
  }

  /** An element's value; it may be the same object each time, as it is lifted at once. */
  Object value(T element) throws Exception;
}
