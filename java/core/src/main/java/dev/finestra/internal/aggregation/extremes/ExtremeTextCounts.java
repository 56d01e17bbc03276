package dev.finestra.internal.aggregation.extremes;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code min_count} and {@code max_count} of texts: how often the least or greatest text occurs.
 * With no entries the result is 0.
 */
final class ExtremeTextCounts extends NamedObjectAggregation<ExtremeTextCounts.Held, Long> {
  private static final Held NONE = new Held(null, 0);

  private final boolean isMin;

  ExtremeTextCounts(String name, boolean isMin) {
    super(name, ValueType.STRING, Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
    this.isMin = isMin;
  }

  /** A text and its count; the identity has a null text. */
  record Held(String text, long count) {}

  @Override
  public Held identity() {
    return NONE;
  }

  @Override
  public Held combine(Held older, Held newer) {
    if (older.text == null || newer.text == null) {
      return older.text == null ? newer : older;
    }
    int order = ValueConversions.compareTexts(older.text, newer.text);
    if (order == 0) {
      return new Held(older.text, older.count + newer.count);
    }
    return order < 0 == isMin ? older : newer;
  }

  @Override
  public Held lift(Object value) {
    return new Held(ValueConversions.toText(name(), value), 1);
  }

  @Override
  public Long lower(Held state) {
    return state.count;
  }

  @Override
  public void write(Held state, DataOutput out) throws IOException {
    out.writeLong(state.count);
    if (state.count > 0) {
      ValueCodec.writeText(state.text, out);
    }
  }

  @Override
  public Held read(DataInput in) throws IOException {
    long count = in.readLong();
    if (count < 0) {
      throw new IOException("The bytes claim a text that occurs " + count + " times.");
    }
    return count == 0 ? NONE : new Held(ValueCodec.readText(in), count);
  }

  @Override
  public long bytes(Held state) {
    return state.text == null ? 0 : 72 + 2L * state.text.length();
  }
}
