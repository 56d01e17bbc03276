package dev.finestra.flink.internal.sql;

import dev.finestra.flink.internal.aggregate.AccumulatorWords;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Rows of numbers, truth values and times as words: one with a bit for each field that is null,
 * then one for each field.
 */
final class RowWords implements AccumulatorWords<RowData> {
  private static final int MOST_FIELDS = Long.SIZE;

  /** How a field is read from a row. */
  private enum Kind {
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE
  }

  private final Kind[] fields;

  private RowWords(Kind[] fields) {
    this.fields = fields;
  }

  /** Null if a field is of another type, or there are too many fields. */
  static RowWords of(LogicalType[] types) {
    Kind[] fields = new Kind[types.length];
    for (int i = 0; i < types.length; i++) {
      fields[i] = kind(types[i]);
      if (fields[i] == null) {
        return null;
      }
    }
    return types.length > MOST_FIELDS ? null : new RowWords(fields);
  }

  private static Kind kind(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> Kind.BOOLEAN;
      case TINYINT -> Kind.BYTE;
      case SMALLINT -> Kind.SHORT;
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH -> Kind.INT;
      case BIGINT, INTERVAL_DAY_TIME -> Kind.LONG;
      case FLOAT -> Kind.FLOAT;
      case DOUBLE -> Kind.DOUBLE;
      default -> null;
    };
  }

  @Override
  public int count() {
    return 1 + fields.length;
  }

  @Override
  public void store(RowData row, long[] to, int t) {
    long nulls = 0;
    for (int i = 0; i < fields.length; i++) {
      boolean isNull = row.isNullAt(i);
      nulls |= isNull ? 1L << i : 0;
      to[t + 1 + i] = isNull ? 0 : word(row, i);
    }
    to[t] = nulls;
  }

  private long word(RowData row, int i) {
    return switch (fields[i]) {
      case BOOLEAN -> row.getBoolean(i) ? 1 : 0;
      case BYTE -> row.getByte(i);
      case SHORT -> row.getShort(i);
      case INT -> row.getInt(i);
      case LONG -> row.getLong(i);
      case FLOAT -> Float.floatToRawIntBits(row.getFloat(i));
      case DOUBLE -> Double.doubleToRawLongBits(row.getDouble(i));
    };
  }

  /** A view of the words, which {@link WordRow#copy} makes independent of them. */
  @Override
  public RowData load(long[] from, int f) {
    return new WordRow(from, f, fields.length);
  }
}
