package dev.finestra.flink.internal.history;

import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.io.Serializable;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;

/**
 * The rows before a time, with which a job starts. They come from a bounded stream, or are in the
 * job's savepoint. The job's own stream is read from that time on, and results begin there.
 *
 * <p>A bounded stream has no watermark until it ends. So the windows see all its rows before the
 * watermark moves, in whatever order they are read.
 *
 * @param time the time field of rows, whose type results have too
 * @param kind the windows
 * @param until the time in milliseconds
 */
public record History<T>(TimeField<T> time, WindowKind kind, long until) implements Serializable {

  /**
   * The rows that windows need.
   *
   * @param before the bounded stream; null if its rows are in the savepoint
   */
  public DataStream<T> rows(DataStream<T> stream, DataStream<T> before) {
    DataStream<T> own =
        stream.filter(row -> time.millis(row) >= until).name("finestra rows from " + shown());
    if (before == null) {
      return own;
    }
    if (!before.getType().equals(stream.getType())) {
      throw new IllegalArgumentException(
          "The history has the type %s, and the stream %s; select the same fields with the same types"
              .formatted(before.getType(), stream.getType()));
    }
    long from = until - reach();
    return own.union(
        before
            .filter(row -> time.millis(row) < until && time.millis(row) >= from)
            .name("finestra rows before " + shown())
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<T>noWatermarks()
                    .withTimestampAssigner((row, timestamp) -> millis(row))));
  }

  /**
   * The results of that time and later.
   *
   * @param keys the number of fields of the key, which come before the times
   */
  public SingleOutputStreamOperator<Row> results(SingleOutputStreamOperator<Row> all, int keys) {
    int at = kind instanceof LastWindow || kind instanceof SlidingTimeWindow ? keys : keys + 1;
    return all.filter(row -> time.millisOf(row.getField(at)) >= until)
        .name("finestra results from " + shown());
  }

  /** How long before that time a row may be for a window to need it. Sessions have any length. */
  private long reach() {
    if (kind instanceof LastWindow last) {
      return last.size();
    }
    return kind instanceof SlidingTimeWindow sliding ? sliding.size() : WindowKind.MOST_SPAN;
  }

  private String shown() {
    return Instant.ofEpochMilli(until).toString();
  }

  private long millis(T row) {
    try {
      return time.millis(row);
    } catch (RuntimeException rejected) {
      throw rejected;
    } catch (Exception unread) {
      throw new IllegalStateException("The field of the time could not be read", unread);
    }
  }
}
