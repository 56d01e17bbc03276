package dev.finestra.testing.monoid;

import dev.finestra.aggregation.ObjectAggregation;
import dev.finestra.internal.aggregation.base.OwnedObjects;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Concatenation of the values' digits, with a comma after each value.
 *
 * <p>A partial result is a {@link StringBuilder}, which {@code combineInto}, {@code add} and {@code
 * lowerOwn} change. So a window that passes them an object of another slot fails the test. The
 * inverse removes the oldest text from the front.
 */
final class Text extends ObjectAggregation<StringBuilder, String>
    implements OwnedObjects<StringBuilder> {
  private static final int LONGEST = 1 << 24;

  private final Set<Property> properties;
  private final Probe probe;

  Text(Set<Property> properties, Probe probe) {
    this.properties = properties;
    this.probe = probe;
  }

  static String naive(long[] values) {
    StringBuilder text = new StringBuilder();
    for (long value : values) {
      text.append(value).append(',');
    }
    return text.toString();
  }

  @Override
  public String name() {
    return "text";
  }

  @Override
  public ValueType input() {
    return ValueType.LONG;
  }

  @Override
  public Set<Property> properties() {
    return properties;
  }

  @Override
  public String empty() {
    return "";
  }

  @Override
  public StringBuilder identity() {
    return new StringBuilder(0);
  }

  @Override
  public StringBuilder combine(StringBuilder older, StringBuilder newer) {
    probe.combine();
    return new StringBuilder(older.length() + newer.length()).append(older).append(newer);
  }

  @Override
  public StringBuilder combineInto(StringBuilder accumulator, StringBuilder newer) {
    probe.combine();
    return accumulator.append(newer);
  }

  @Override
  public StringBuilder uncombine(StringBuilder total, StringBuilder oldest) {
    probe.combine();
    if (total.indexOf(oldest.toString()) != 0) {
      throw new AssertionError(total + " does not begin with " + oldest);
    }
    return new StringBuilder(total.substring(oldest.length()));
  }

  @Override
  public StringBuilder lift(Object value) {
    probe.lift();
    return new StringBuilder().append(((Number) value).longValue()).append(',');
  }

  @Override
  public StringBuilder add(StringBuilder accumulator, Object value) {
    probe.combine();
    return accumulator.append(((Number) value).longValue()).append(',');
  }

  @Override
  public String lowerOwn(StringBuilder accumulator) {
    String text = accumulator.toString();
    accumulator.setLength(0);
    return text;
  }

  @Override
  public String lower(StringBuilder state) {
    return state.toString();
  }

  @Override
  public void write(StringBuilder state, DataOutput out) throws IOException {
    byte[] bytes = state.toString().getBytes(StandardCharsets.US_ASCII);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public StringBuilder read(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("a text cannot be " + length + " bytes long");
    }
    StringBuilder text = new StringBuilder(Math.min(length, 1_024));
    for (int i = 0; i < length; i++) {
      text.append((char) in.readByte());
    }
    return text;
  }

  @Override
  public long bytes(StringBuilder state) {
    return 48L + state.capacity();
  }
}
