package dev.finestra.flink;

import dev.finestra.aggregation.Aggregation;
import java.io.Serializable;

/**
 * What goes into a window: the aggregation, and the value of an element that it lifts.
 *
 * @param <T> the elements
 */
interface Intake<T> extends Serializable {

  /** The aggregation, made anew in each task. */
  Aggregation<Answer> aggregation();

  /** What state is of, for windows in these words. */
  Partials partials(String windows);

  /** An element's value; it may be the same object each time, as it is lifted at once. */
  Object value(T element) throws Exception;
}
