package dev.finestra.flink.internal.history;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Joins a stream and its history, whose only watermark is that of its end. The history is idle from
 * then on: with a union, that watermark would become the job's as soon as the stream is idle.
 */
final class JoinHistory<T> extends AbstractStreamOperator<T>
    implements TwoInputStreamOperator<T, T, T> {
  private static final long serialVersionUID = 1L;

  /** The last watermark of the stream. */
  private long last = Long.MIN_VALUE;

  @Override
  public void processElement1(StreamRecord<T> row) {
    output.collect(row);
  }

  @Override
  public void processElement2(StreamRecord<T> row) {
    output.collect(row);
  }

  @Override
  public void processWatermark1(Watermark mark) throws Exception {
    last = mark.getTimestamp();
    super.processWatermark1(mark);
  }

  @Override
  public void processWatermark2(Watermark end) throws Exception {
    // If the stream is idle now, its last watermark has not been emitted.
    super.processWatermark2(new Watermark(last));
    processWatermarkStatus2(WatermarkStatus.IDLE);
  }
}
