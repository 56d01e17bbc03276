package dev.finestra.cluster.flink;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Says the watermark that a row carries before it hands on the row. So which rows are late follows
 * from the input alone: Flink's own generators say a watermark behind a row, and after a restore
 * none until the first row has gone by, which a late row would use.
 */
final class Carried extends AbstractStreamOperator<Reading>
    implements OneInputStreamOperator<Reading, Reading> {
  private static final long serialVersionUID = 1L;

  private transient long passed;

  @Override
  public void open() throws Exception {
    super.open();
    passed = Long.MIN_VALUE;
  }

  @Override
  public void processElement(StreamRecord<Reading> row) {
    Reading reading = row.getValue();
    if (reading.passed > passed) {
      passed = reading.passed;
      output.emitWatermark(new Watermark(passed));
    }
    if (!reading.key.equals(Reading.CLOSING)) {
      output.collect(row.replace(reading, reading.time));
    }
  }

  @Override
  public void processWatermark(Watermark mark) {
    // The rows' own count alone.
  }
}
