package dev.finestra.aggregation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code concat}: the values' texts one after the other, at most {@link Limits#CHARACTERS}. Numbers
 * are written as Java writes them.
 *
 * <p>Costs: combine O(1), lower O(characters), and O(characters) to take out the oldest.
 */
final class Concat extends AnObject<Rope, String> {
  Concat(ValueType input) {
    super("concat", input, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public String empty() {
    return "";
  }

  @Override
  public Rope identity() {
    return Rope.EMPTY;
  }

  @Override
  public Rope combine(Rope older, Rope newer) {
    Limits.check(name(), older.weight() + newer.weight(), Limits.CHARACTERS, "characters");
    return older.join(newer);
  }

  @Override
  public Rope uncombine(Rope total, Rope oldest) {
    return of(lower(total).substring((int) oldest.weight()));
  }

  @Override
  public Rope lift(Object value) {
    return of(value(value).toString());
  }

  /** A text; the empty one is the identity, so that equal texts are equal states. */
  private Rope of(String text) {
    Limits.check(name(), text.length(), Limits.CHARACTERS, "characters");
    return text.isEmpty() ? Rope.EMPTY : Rope.of(text.length(), text);
  }

  @Override
  public String lower(Rope state) {
    StringBuilder text = new StringBuilder((int) state.weight());
    state.leaves(
        part -> {
          for (Object piece : part) {
            text.append((String) piece);
          }
        });
    return text.toString();
  }

  @Override
  public void write(Rope state, DataOutput out) throws IOException {
    Packed.writeText(lower(state), out);
  }

  @Override
  public Rope read(DataInput in) throws IOException {
    return of(Packed.readText(in));
  }

  @Override
  public long bytes(Rope state) {
    return state.bytes(48, 2);
  }
}
