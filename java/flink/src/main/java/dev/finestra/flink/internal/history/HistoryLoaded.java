package dev.finestra.flink.internal.history;

import org.apache.flink.api.common.accumulators.IntCounter;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Drops all results. An accumulator counts the tasks whose watermark has come to a time, at which
 * they have read all rows before.
 */
final class HistoryLoaded<T> extends AbstractStreamOperator<T>
    implements OneInputStreamOperator<T, T> {
  static final String TASKS = "finestra tasks with history";

  private final long last;
  private transient IntCounter tasks;

  HistoryLoaded(long last) {
    this.last = last;
  }

  @Override
  public void open() throws Exception {
    super.open();
    tasks = getRuntimeContext().getIntCounter(TASKS);
  }

  @Override
  public void processElement(StreamRecord<T> result) {}

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    super.processWatermark(watermark);
    if (watermark.getTimestamp() >= last) {
      tasks.resetLocal();
      tasks.add(1);
    }
  }
}
