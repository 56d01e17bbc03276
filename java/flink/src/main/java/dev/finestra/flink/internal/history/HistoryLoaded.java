package dev.finestra.flink.internal.history;

import java.util.Map;
import org.apache.flink.api.common.accumulators.IntCounter;
import org.apache.flink.api.common.accumulators.IntMaximum;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Drops all results. Counts, in an accumulator, the tasks that have received a watermark. They have
 * then processed all rows of the history.
 */
final class HistoryLoaded<T> extends AbstractStreamOperator<T>
    implements OneInputStreamOperator<T, T> {
  private static final long serialVersionUID = 1L;
  private static final String TASKS = "finestra tasks with history";
  private static final String ALL_TASKS = "finestra tasks";

  private final long last;
  private transient IntCounter tasks;

  HistoryLoaded(long last) {
    this.last = last;
  }

  /** Whether the accumulators say that all tasks have received the watermark. */
  static boolean isTrue(Map<String, Object> accumulators) {
    Object all = accumulators.get(ALL_TASKS);
    return all != null && all.equals(accumulators.get(TASKS));
  }

  @Override
  public void open() throws Exception {
    super.open();
    tasks = getRuntimeContext().getIntCounter(TASKS);
    IntMaximum all = new IntMaximum();
    all.add(getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks());
    getRuntimeContext().addAccumulator(ALL_TASKS, all);
  }

  @Override
  public void processElement(StreamRecord<T> result) {}

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    super.processWatermark(watermark);
    if (watermark.getTimestamp() >= last) {
      tasks.add(1);
    }
  }
}
