package dev.finestra.flink.internal.rows;

import dev.finestra.flink.Field;
import java.io.Serializable;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A field that has the time of rows. Times of results have its type.
 *
 * @param name its name
 * @param field reads it from an element
 * @param type its type
 */
public record TimeField<T>(String name, Field<T, ?> field, TypeInformation<?> type)
    implements Serializable {
  private static final Set<Class<?>> TYPES =
      Set.of(Long.class, Instant.class, LocalDateTime.class, Timestamp.class);

  public static <T> TimeField<T> of(TypeInformation<T> elements, String name) {
    InputFields.Read<T> read = InputFields.read(elements, name);
    if (!TYPES.contains(read.type().getTypeClass())) {
      throw new IllegalArgumentException(
          ("The time field '%s' is of type %s; it must be a long, which counts milliseconds, or a"
                  + " timestamp")
              .formatted(name, read.type()));
    }
    return new TimeField<>(name, read.field(), read.type());
  }

  /** An element's time in milliseconds. */
  public long millis(T element) throws Exception {
    return millisOf(field.of(element));
  }

  /** A time, which is a value of the field or a time of a result, in milliseconds. */
  public long millisOf(Object time) {
    if (time instanceof Long millis) {
      return millis;
    }
    if (time instanceof Instant instant) {
      return millis(instant);
    }
    if (time instanceof LocalDateTime local) {
      return millis(local.toInstant(ZoneOffset.UTC));
    }
    if (time instanceof Timestamp timestamp) {
      return millis(timestamp.toInstant());
    }
    throw new IllegalArgumentException(
        "The time field '" + name + "' is null in a row; filter such rows out before");
  }

  private long millis(Instant time) {
    if (time.get(ChronoField.NANO_OF_SECOND) % 1_000_000 != 0) {
      throw new IllegalArgumentException(
          "The time field '%s' is %s in a row, but Flink's times are whole milliseconds; round it"
              .formatted(name, time));
    }
    return time.toEpochMilli();
  }

  /** A time of a result. */
  public Object shown(long millis) {
    Class<?> shown = type.getTypeClass();
    if (shown == Instant.class) {
      return Instant.ofEpochMilli(millis);
    }
    if (shown == LocalDateTime.class) {
      return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
    return shown == Timestamp.class ? new Timestamp(millis) : (Object) millis;
  }
}
