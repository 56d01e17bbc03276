package dev.finestra.internal.aggregation.extremes;

import static dev.finestra.aggregation.ValueConversions.compareTexts;

import dev.finestra.aggregation.ValueConversions;
import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.BiPredicate;

/**
 * {@code min}, {@code max}, {@code first} and {@code last} of texts. The partial result is one of
 * the values, or {@link #NONE}. The order is that of code points, which is also that of UTF-8
 * bytes. With no entries the result is null.
 */
final class ExtremeTexts extends NamedObjectAggregation<ExtremeTexts.Held, String> {
  private static final Held NONE = new Held(null);

  private final BiPredicate<String, String> keepsOlder;

  private ExtremeTexts(
      String name, BiPredicate<String, String> keepsOlder, Property... properties) {
    super(name, ValueType.STRING, properties);
    this.keepsOlder = keepsOlder;
  }

  /** A text; null in the identity. */
  record Held(String text) {}

  static ExtremeTexts min() {
    return ordered("min", (older, newer) -> compareTexts(older, newer) <= 0);
  }

  static ExtremeTexts max() {
    return ordered("max", (older, newer) -> compareTexts(older, newer) >= 0);
  }

  static ExtremeTexts first() {
    return placed("first", (older, newer) -> true);
  }

  static ExtremeTexts last() {
    return placed("last", (older, newer) -> false);
  }

  private static ExtremeTexts ordered(String name, BiPredicate<String, String> keepsOlder) {
    return new ExtremeTexts(
        name,
        keepsOlder,
        Property.COMMUTATIVE,
        Property.SELECTIVE,
        Property.FIXED_SIZE,
        Property.EXACT);
  }

  private static ExtremeTexts placed(String name, BiPredicate<String, String> keepsOlder) {
    return new ExtremeTexts(
        name, keepsOlder, Property.SELECTIVE, Property.FIXED_SIZE, Property.EXACT);
  }

  @Override
  public Held identity() {
    return NONE;
  }

  @Override
  public Held combine(Held older, Held newer) {
    if (older.text == null) {
      return newer;
    }
    return newer.text == null || keepsOlder.test(older.text, newer.text) ? older : newer;
  }

  @Override
  public Held lift(Object value) {
    return new Held(ValueConversions.toText(name(), value));
  }

  @Override
  public String lower(Held state) {
    return state.text;
  }

  @Override
  public void write(Held state, DataOutput out) throws IOException {
    out.writeBoolean(state.text != null);
    if (state.text != null) {
      ValueCodec.writeText(state.text, out);
    }
  }

  @Override
  public Held read(DataInput in) throws IOException {
    return in.readBoolean() ? new Held(ValueCodec.readText(in)) : NONE;
  }

  @Override
  public long bytes(Held state) {
    return state.text == null ? 0 : 64 + 2L * state.text.length();
  }
}
