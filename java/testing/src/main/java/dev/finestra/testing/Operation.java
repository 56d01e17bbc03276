package dev.finestra.testing;

import java.util.Arrays;

/**
 * One step of a {@link History}.
 *
 * @param kind the kind of operation
 * @param from the time of an evict or bulkEvict, the lower end of a range, the choice of a move
 * @param to the upper end of a range
 * @param times the times of the entries to insert or merge
 * @param values the values at these times; {@link #NULL} stands for null
 * @param type the overload that receives the values
 */
public record Operation(
    Kind kind, long from, long to, long[] times, long[] values, ValueForm type) {
  /** A value that is passed as null; only with {@link ValueForm#OBJECT}. */
  public static final long NULL = Long.MIN_VALUE;

  private static final long[] NONE = {};

  /** The operations of a window. */
  public enum Kind {
    INSERT,
    BULK_INSERT,
    EVICT,
    BULK_EVICT,
    QUERY,
    RANGE_QUERY,
    FOR_EACH,
    SNAPSHOT,
    MOVE,
    MERGE,
    CLEAR
  }

  /** The overloads for values. */
  public enum ValueForm {
    LONG,
    DOUBLE,
    OBJECT
  }

  /** An operation without arguments. */
  public static Operation of(Kind kind) {
    return new Operation(kind, 0, 0, NONE, NONE, ValueForm.LONG);
  }

  /** An operation at a time; for a move, the number of the algorithm to move to and back. */
  public static Operation at(Kind kind, long time) {
    return new Operation(kind, time, time, NONE, NONE, ValueForm.LONG);
  }

  public static Operation range(long from, long to) {
    return new Operation(Kind.RANGE_QUERY, from, to, NONE, NONE, ValueForm.LONG);
  }

  public static Operation insert(long time, long value, ValueForm type) {
    return with(Kind.INSERT, new long[] {time}, new long[] {value}, type);
  }

  /** A bulk insert, or a merge with a window that has these entries. */
  public static Operation with(Kind kind, long[] times, long[] values, ValueForm type) {
    return new Operation(kind, 0, 0, times, values, type);
  }

  /** The same operation on other times and values. */
  public Operation with(long[] otherTimes, long[] otherValues) {
    return new Operation(kind, from, to, otherTimes, otherValues, type);
  }

  /** The number of values. */
  public int count() {
    return times.length;
  }

  /** The index of the first value that is not null, or {@link #count} if there is none. */
  public int firstPresent() {
    int first = 0;
    while (first < values.length && values[first] == NULL) {
      first++;
    }
    return first;
  }

  /** The values boxed, with nulls for {@link #NULL}. */
  public Object[] boxed() {
    return Arrays.stream(values).mapToObj(v -> v == NULL ? null : v).toArray();
  }

  /** The line for {@code finestra replay}; operations that it does not know become comments. */
  public String line() {
    return switch (kind) {
      case INSERT -> "insert" + pairs();
      case BULK_INSERT -> "bulk_insert" + pairs();
      case MERGE -> "# merge with a window of its own:\nbulk_insert" + pairs();
      case EVICT -> "evict " + from;
      case BULK_EVICT -> "bulk_evict " + from;
      case CLEAR -> "# clear:\nbulk_evict " + Long.MAX_VALUE;
      case QUERY -> "query";
      case RANGE_QUERY -> "query " + from + " " + to;
      case FOR_EACH -> "# visit the entries";
      case SNAPSHOT -> "snapshot";
      case MOVE -> "# move to another algorithm and back:\nsnapshot";
    };
  }

  private String pairs() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < times.length; i++) {
      text.append(' ').append(times[i]).append(' ');
      text.append(values[i] == NULL ? "null" : Long.toString(values[i]));
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return line();
  }
}
