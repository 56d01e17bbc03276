package dev.finestra.flink.internal.sql;

import java.io.Serializable;
import java.time.ZoneId;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * The times of SQL windows. Windows over {@code TIMESTAMP_LTZ} begin and end at times of the
 * session's time zone, so a window has one hour more or less when daylight saving changes. Local
 * times are milliseconds as if the zone were UTC; watermarks and timers are milliseconds since the
 * epoch.
 *
 * @param field the field of a row's time, or of the end of its slice
 * @param areSliceEnds whether the field has the ends of slices, in local time
 */
public record WindowTimes(int field, boolean areSliceEnds, ZoneId zone, long slide, long offset)
    implements Serializable {

  /** A local time in the slice that the row belongs to. */
  long of(RowData row) {
    if (areSliceEnds) {
      return row.getLong(field) - 1;
    }
    if (row.isNullAt(field)) {
      throw new IllegalStateException(
          "The time attribute of a row is NULL. Filter such rows out before the window, or replace"
              + " NULL by a time");
    }
    long time = row.getTimestamp(field, 3).getMillisecond();
    return TimeWindowUtil.toUtcTimestampMills(time, zone);
  }

  /** When the timer for a local time fires. */
  long timer(long local) {
    return TimeWindowUtil.toEpochMillsForTimer(local, zone);
  }

  /** The latest local time up to which windows are due at this watermark. */
  long passed(long watermark) {
    if (watermark == Long.MIN_VALUE) {
      return watermark;
    }
    long local = TimeWindowUtil.toUtcTimestampMills(watermark, zone);
    // When clocks go back, an hour occurs twice. Its windows are due after the second one.
    while (timer(local) > watermark) {
      local -= Math.floorMod(local - offset, slide) + 1;
    }
    return local;
  }
}
