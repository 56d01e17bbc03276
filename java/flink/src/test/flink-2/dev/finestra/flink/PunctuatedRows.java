package dev.finestra.flink;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.types.Row;

/** Watermarks after each row, so that the same rows are late in each run. */
final class PunctuatedRows implements WatermarkGenerator<Row> {
  private final long delay;
  private long newest = Long.MIN_VALUE;

  private PunctuatedRows(long delay) {
    this.delay = delay;
  }

  /** The time of a row is its last field; watermarks are this much behind the newest row. */
  static WatermarkStrategy<Row> behind(long delay) {
    return WatermarkStrategy.<Row>forGenerator(context -> new PunctuatedRows(delay))
        .withTimestampAssigner((row, before) -> (long) row.getField(row.getArity() - 1));
  }

  @Override
  public void onEvent(Row row, long time, WatermarkOutput output) {
    newest = Math.max(newest, time);
    output.emitWatermark(new Watermark(newest - delay));
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {}
}
