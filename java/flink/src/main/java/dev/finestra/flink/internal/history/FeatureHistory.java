package dev.finestra.flink.internal.history;

import dev.finestra.flink.internal.rows.TimeField;
import dev.finestra.windowing.LastWindow;
import dev.finestra.windowing.SlidingTimeWindow;
import dev.finestra.windowing.WindowKind;
import java.io.Serializable;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.apache.flink.types.Row;

/**
 * The rows before a time, with which a job starts. They come from a bounded stream, or are in the
 * job's savepoint. Rows of the job's own stream before that time are left out, and so are results.
 *
 * <p>A bounded stream has no watermark until it ends. So the windows see all its rows before the
 * watermark moves, in whatever order they are read.
 *
 * @param time the time field; times of results have its type
 * @param kind the windows
 * @param until the time in milliseconds
 */
public record FeatureHistory<T>(TimeField<T> time, WindowKind kind, long until)
    implements Serializable {

  public FeatureHistory {
    if (!kind.isEventTime()) {
      throw new IllegalArgumentException(
          "until is given, but is not supported by %s; use windows in event time"
              .formatted(kind.described()));
    }
  }

  /**
   * The rows that windows need.
   *
   * @param before the bounded stream; null if its rows are in the savepoint
   * @param uid the uid of the operator that reads it, or null
   */
  public DataStream<T> rows(DataStream<T> stream, DataStream<T> before, String uid) {
    DataStream<T> own =
        parallelAs(stream, stream.filter(row -> time.millis(row) >= until))
            .name("finestra rows from " + shown());
    if (before == null) {
      return own;
    }
    check(before, stream.getType());
    // The watermark of a savepoint is until − 2. A longer window may later need what is in the
    // windows that end there.
    long from = until - 2 - reach();
    SingleOutputStreamOperator<T> old =
        parallelAs(before, before.filter(row -> isBetween(from, time.millis(row))))
            .name("finestra rows before " + shown());
    if (uid != null) {
      // If a new version of the job has another source, Flink then refuses to read it again.
      old.uid(uid + "-history");
    }
    DataStream<T> timed =
        parallelAs(
            before,
            old.assignTimestampsAndWatermarks(
                WatermarkStrategy.<T>noWatermarks()
                    .withTimestampAssigner((row, timestamp) -> millis(row))));
    return parallelAs(
        stream,
        own.connect(timed).transform("finestra history", stream.getType(), new JoinHistory<>()));
  }

  private boolean isBetween(long from, long millis) {
    return millis >= from && millis < until;
  }

  /** Keeps the parallelism, so that Flink does not distribute the rows of a key before. */
  private static <T> SingleOutputStreamOperator<T> parallelAs(
      DataStream<T> before, SingleOutputStreamOperator<T> step) {
    Transformation<T> from = before.getTransformation();
    step.getTransformation().setParallelism(from.getParallelism(), from.isParallelismConfigured());
    return step;
  }

  private static void check(DataStream<?> before, TypeInformation<?> stream) {
    TypeInformation<?> type = before.getType();
    boolean isSame =
        type instanceof RowTypeInfo rows ? rows.schemaEquals(stream) : type.equals(stream);
    if (!isSame) {
      throw new IllegalArgumentException(
          "The history has the type %s, and the stream %s; select the same fields with the same types"
              .formatted(type, stream));
    }
    for (Transformation<?> step : before.getTransformation().getTransitivePredecessors()) {
      if (step instanceof WithBoundedness source
          && source.getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED) {
        throw new IllegalArgumentException(
            "The source '%s' of the history never ends; bound it".formatted(step.getName()));
      }
    }
  }

  /**
   * The results of {@code until} and later.
   *
   * @param keys the number of fields of the key, which come before the times
   */
  public SingleOutputStreamOperator<Row> results(SingleOutputStreamOperator<Row> all, int keys) {
    boolean hasStart = ((RowTypeInfo) all.getType()).getFieldIndex("window_start") == keys;
    int at = hasStart ? keys + 1 : keys;
    return all.filter(row -> time.millisOf(row.getField(at)) >= until)
        .name("finestra results from " + shown());
  }

  /**
   * How long before {@code until} a row may be for a window to need it. Sessions have any length.
   */
  private long reach() {
    if (kind instanceof LastWindow last) {
      return last.size();
    }
    return kind instanceof SlidingTimeWindow sliding ? sliding.size() : WindowKind.MOST_SPAN;
  }

  /** The uid of the operator with the windows: Flink rejects a savepoint of another history. */
  public static String uid(String given, long until) {
    return given + "-" + until;
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
