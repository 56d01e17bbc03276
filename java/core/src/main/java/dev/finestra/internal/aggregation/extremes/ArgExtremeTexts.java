package dev.finestra.internal.aggregation.extremes;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.DoubleWords;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * {@code arg_min} and {@code arg_max} of rows (text, by): like {@link ArgExtremes}, with an object
 * for the text.
 */
final class ArgExtremeTexts extends NamedObjectAggregation<ArgExtremeTexts.Held, String> {
  private static final Held NONE = new Held(null, 0);
  private final ValueType by;
  private final boolean isMin;

  ArgExtremeTexts(String name, ValueType by, boolean isMin) {
    super(name, ValueType.STRING, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    this.by = by;
    this.isMin = isMin;
  }

  /** A text and the key of its {@code by}; the identity has a null text. */
  record Held(String text, long by) {}

  @Override
  public int columns() {
    return 2;
  }

  @Override
  public List<ValueType> row(int columns) {
    return columns == 2 ? List.of(input(), by) : super.row(columns);
  }

  @Override
  public Held identity() {
    return NONE;
  }

  @Override
  public Held combine(Held older, Held newer) {
    boolean first =
        older.text != null
            && (newer.text == null || (isMin ? older.by <= newer.by : older.by >= newer.by));
    return first ? older : newer;
  }

  @Override
  public Held lift(Object value) {
    if (!(value instanceof Object[] row) || row.length != 2) {
      throw ValueConversions.noRow(name(), "value", "by", value);
    }
    return row[0] == null || row[1] == null
        ? NONE
        : new Held(ValueConversions.toText(name(), row[0]), DoubleWords.of(name(), by, row[1]));
  }

  @Override
  public String lower(Held state) {
    return state.text;
  }

  @Override
  public void write(Held state, DataOutput out) throws IOException {
    out.writeBoolean(state.text != null);
    if (state.text != null) {
      out.writeLong(state.by);
      ValueCodec.writeText(state.text, out);
    }
  }

  @Override
  public Held read(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return NONE;
    }
    long key = in.readLong();
    return new Held(ValueCodec.readText(in), key);
  }

  @Override
  public long bytes(Held state) {
    return state.text == null ? 0 : 72 + 2L * state.text.length();
  }
}
