package dev.finestra.internal.aggregation.collections;

import dev.finestra.internal.aggregation.base.NamedObjectAggregation;
import dev.finestra.internal.aggregation.base.SizeLimits;
import dev.finestra.internal.aggregation.base.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code concat}: the texts of the values, one after the other. With no entries it is empty.
 * Numbers are written as Java writes them.
 *
 * <p>Costs: combine O(1), lower and uncombine O(characters). A combine beyond {@link
 * SizeLimits#CHARACTERS} characters throws.
 */
final class Concat extends NamedObjectAggregation<Rope, String> {
  Concat(ValueType input) {
    super("concat", input, Property.INVERTIBLE, Property.EXACT);
  }

  @Override
  public Rope identity() {
    return Rope.EMPTY;
  }

  @Override
  public Rope combine(Rope older, Rope newer) {
    SizeLimits.check(name(), older.weight() + newer.weight(), SizeLimits.CHARACTERS, "characters");
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

  /**
   * The rope of a text. The empty text is the identity, so that equal texts have equal partial
   * results.
   */
  private Rope of(String text) {
    SizeLimits.check(name(), text.length(), SizeLimits.CHARACTERS, "characters");
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
    ValueCodec.writeText(lower(state), out);
  }

  @Override
  public Rope read(DataInput in) throws IOException {
    return of(ValueCodec.readText(in));
  }

  @Override
  public long bytes(Rope state) {
    return state.bytes(48, 2);
  }
}
