package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** {@code min_count} and {@code max_count} of texts: how often the least, the greatest occurs. */
abstract class TextCounts extends AnObject<TextCounts.Held, Long> {
  private static final Held NONE = new Held(null, 0);

  private TextCounts(String name) {
    super(name, ValueType.STRING, Property.COMMUTATIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  /** A text and how often it occurs; no text in the identity. */
  record Held(String text, long count) {}

  /** Below zero where the older text is the one to keep, above where the newer is. */
  abstract int compare(String older, String newer);

  @Override
  public final Long empty() {
    return 0L;
  }

  @Override
  public final Held identity() {
    return NONE;
  }

  @Override
  public final Held combine(Held older, Held newer) {
    if (older.text == null || newer.text == null) {
      return older.text == null ? newer : older;
    }
    int order = compare(older.text, newer.text);
    if (order == 0) {
      return new Held(older.text, older.count + newer.count);
    }
    return order < 0 ? older : newer;
  }

  @Override
  public final Held lift(Object value) {
    return new Held(Values.toText(name(), value), 1);
  }

  @Override
  public final Long lower(Held state) {
    return state.count;
  }

  @Override
  public final void write(Held state, DataOutput out) throws IOException {
    out.writeLong(state.count);
    if (state.count > 0) {
      Packed.writeText(state.text, out);
    }
  }

  @Override
  public final Held read(DataInput in) throws IOException {
    long count = in.readLong();
    if (count < 0) {
      throw new IOException("it claims a text that occurs " + count + " times");
    }
    return count == 0 ? NONE : new Held(Packed.readText(in), count);
  }

  @Override
  public final long bytes(Held state) {
    return state.text == null ? 0 : 72 + 2L * state.text.length();
  }

  /** How often the least occurs. */
  static final class Min extends TextCounts {
    Min() {
      super("min_count");
    }

    @Override
    int compare(String older, String newer) {
      return Texts.compare(older, newer);
    }
  }

  /** How often the greatest occurs. */
  static final class Max extends TextCounts {
    Max() {
      super("max_count");
    }

    @Override
    int compare(String older, String newer) {
      return Texts.compare(newer, older);
    }
  }
}
