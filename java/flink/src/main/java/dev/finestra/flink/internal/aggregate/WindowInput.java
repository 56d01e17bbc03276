package dev.finestra.flink.internal.aggregate;

import dev.finestra.aggregation.Aggregation;
import dev.finestra.windowing.WindowRequest;
import dev.finestra.windowing.WindowResult;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * The input of windows: an aggregation, and the value of each element that it aggregates.
 *
 * @param <T> the elements
 */
public interface WindowInput<T> extends Serializable {

  /** A new instance of the aggregation; each task has its own. */
  Aggregation<WindowResult> aggregation();

  /** The type of the state, for windows of this request. */
  Partials partials(WindowRequest request);

  /** The result of a window without rows if another window of its key has some; null for none. */
  default WindowResult none() {
    return null;
  }

  /** Checks the laws of the aggregation on some elements; throws if one does not hold. */
  void check(List<T> samples) throws Exception;

  /** A check of the first rows of a task; null if they are not checked. */
  default FirstRowsCheck<T> firstRows() {
    return null;
  }

  /**
   * The row that is sent to the side output if this element is late; null for an element that is no
   * row.
   */
  default Object lateRow(T element) {
    return element;
  }

  /** Whether values refer to the elements that they are read from. */
  default boolean keepsElements() {
    return false;
  }

  /** The partial result of several elements as a value, which inserts all of them at once. */
  default Object valueOfPartial(Object partial) {
    return partial;
  }

  /** An element's time, if windows are in event time. */
  default long time(StreamRecord<T> record) throws Exception {
    if (!record.hasTimestamp()) {
      throw new IllegalStateException(
          "A row has no timestamp; call assignTimestampsAndWatermarks before keyBy");
    }
    return record.getTimestamp();
  }

  /** An element's value. Lift it before the next call, which may return the same object again. */
  Object value(T element) throws Exception;
}
