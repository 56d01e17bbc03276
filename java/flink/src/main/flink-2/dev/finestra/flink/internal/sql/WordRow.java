package dev.finestra.flink.internal.sql;

import java.util.Arrays;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/** A row whose fields are {@link RowWords}. Generated code reads them without boxes. */
final class WordRow implements RowData {
  private final long[] words;
  private final int start;
  private final int arity;

  WordRow(long[] words, int start, int arity) {
    this.words = words;
    this.start = start;
    this.arity = arity;
  }

  /** A row that keeps these fields when the words change. */
  WordRow copy() {
    return new WordRow(Arrays.copyOfRange(words, start, start + 1 + arity), 0, arity);
  }

  @Override
  public int getArity() {
    return arity;
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.INSERT;
  }

  @Override
  public void setRowKind(RowKind kind) {
    throw new UnsupportedOperationException("Accumulators have no kind of change");
  }

  @Override
  public boolean isNullAt(int i) {
    return (words[start] >>> i & 1) != 0;
  }

  @Override
  public boolean getBoolean(int i) {
    return getLong(i) != 0;
  }

  @Override
  public byte getByte(int i) {
    return (byte) getLong(i);
  }

  @Override
  public short getShort(int i) {
    return (short) getLong(i);
  }

  @Override
  public int getInt(int i) {
    return (int) getLong(i);
  }

  @Override
  public long getLong(int i) {
    return words[start + 1 + i];
  }

  @Override
  public float getFloat(int i) {
    return Float.intBitsToFloat(getInt(i));
  }

  @Override
  public double getDouble(int i) {
    return Double.longBitsToDouble(getLong(i));
  }

  @Override
  public StringData getString(int i) {
    throw notAWord();
  }

  @Override
  public DecimalData getDecimal(int i, int precision, int scale) {
    throw notAWord();
  }

  @Override
  public TimestampData getTimestamp(int i, int precision) {
    throw notAWord();
  }

  @Override
  public <T> RawValueData<T> getRawValue(int i) {
    throw notAWord();
  }

  @Override
  public byte[] getBinary(int i) {
    throw notAWord();
  }

  @Override
  public ArrayData getArray(int i) {
    throw notAWord();
  }

  @Override
  public MapData getMap(int i) {
    throw notAWord();
  }

  @Override
  public RowData getRow(int i, int fields) {
    throw notAWord();
  }

  @Override
  public Variant getVariant(int i) {
    throw notAWord();
  }

  private static UnsupportedOperationException notAWord() {
    return new UnsupportedOperationException("The fields are numbers and truth values");
  }
}
