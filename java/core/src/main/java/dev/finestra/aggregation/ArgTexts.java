package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * {@code arg_min} and {@code arg_max} of rows (text, by): the text whose {@code by} is least,
 * greatest; the oldest of equal ones. As {@link ArgExtremes}, with an object for the text.
 */
abstract class ArgTexts extends AnObject<ArgTexts.Held, String> {
  private static final Held NONE = new Held(null, 0);
  private final ValueType by;

  private ArgTexts(String name, ValueType by) {
    super(name, ValueType.STRING, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
    this.by = by;
  }

  /** A text and the key of its {@code by}; no text in the identity. */
  record Held(String text, long by) {}

  abstract boolean keepsOlder(long older, long newer);

  @Override
  public final int columns() {
    return 2;
  }

  @Override
  public final List<ValueType> row(int columns) {
    return columns == 2 ? List.of(input(), by) : super.row(columns);
  }

  @Override
  public final String empty() {
    return null;
  }

  @Override
  public final Held identity() {
    return NONE;
  }

  @Override
  public final Held combine(Held older, Held newer) {
    return older.text != null && (newer.text == null || keepsOlder(older.by, newer.by))
        ? older
        : newer;
  }

  @Override
  public final Held lift(Object value) {
    if (!(value instanceof Object[] row) || row.length != 2) {
      throw Values.noRow(name(), "value", "by", value);
    }
    return row[0] == null || row[1] == null
        ? NONE
        : new Held(Values.toText(name(), row[0]), Keys.of(name(), by, row[1]));
  }

  @Override
  public final String lower(Held state) {
    return state.text;
  }

  @Override
  public final void write(Held state, DataOutput out) throws IOException {
    out.writeBoolean(state.text != null);
    if (state.text != null) {
      out.writeLong(state.by);
      Packed.writeText(state.text, out);
    }
  }

  @Override
  public final Held read(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return NONE;
    }
    long key = in.readLong();
    return new Held(Packed.readText(in), key);
  }

  @Override
  public final long bytes(Held state) {
    return state.text == null ? 0 : 72 + 2L * state.text.length();
  }

  /** Where {@code by} is least. */
  static final class Min extends ArgTexts {
    Min(String name, ValueType by) {
      super(name, by);
    }

    @Override
    boolean keepsOlder(long older, long newer) {
      return older <= newer;
    }
  }

  /** Where {@code by} is greatest. */
  static final class Max extends ArgTexts {
    Max(String name, ValueType by) {
      super(name, by);
    }

    @Override
    boolean keepsOlder(long older, long newer) {
      return older >= newer;
    }
  }
}
