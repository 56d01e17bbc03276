package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.rows.RowDataFields;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.TimeZone;
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

  private static final long HOUR = 3_600;

  /** Since when a zone must follow rules that {@link #isRegular} accepts. */
  private static final Instant SINCE = Instant.parse("2000-01-01T00:00:00Z");

  private static final Instant UNTIL = Instant.parse("2100-01-01T00:00:00Z");

  /**
   * Whether a window that ends later is due later, or at the same time. In Flink that holds if
   * clocks change by one hour, at a whole hour of UTC, and the zone still has daylight saving.
   */
  public static boolean isRegular(ZoneId zone) {
    boolean hasDaylightSaving = TimeZone.getTimeZone(zone).useDaylightTime();
    ZoneOffsetTransition change = zone.getRules().nextTransition(SINCE);
    while (change != null && change.getInstant().isBefore(UNTIL)) {
      boolean isHour =
          Math.abs(change.getDuration().toSeconds()) == HOUR && change.toEpochSecond() % HOUR == 0;
      if (!isHour || !hasDaylightSaving) {
        return false;
      }
      change = zone.getRules().nextTransition(change.getInstant());
    }
    return true;
  }

  /** A local time in the slice that the row belongs to. */
  long of(RowData row) {
    if (areSliceEnds) {
      return row.getLong(field) - 1;
    }
    return TimeWindowUtil.toUtcTimestampMills(RowDataFields.time(row, field), zone);
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
